// Splits a pasted text into pieces and decides which can belong to a license key. Plain words are
// never joined: the result would be sent as a key that does not exist. Pure.
import { maxNameLength } from '@latchkey/protocol/limits.ts';

/** Quotation marks, which belong to the text around a key. */
const quotes = /["'`´“”„‟‘’‚‛«»‹›]/gu;
/** Invisible characters: zero-width and control characters, except white space. */
const unseen = /(?!\s)[\p{Cc}\p{Cf}]/gu;
const dashes = /[\p{Pd}\u2212\u00ad]/gu;
const around = /^[([{<*•.,;:]+|[)\]}>*.,;:]+$/gu;

const piece = /^[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*$/u;
const chain = /[\p{L}\p{N}]+(?:\s*-\s*[\p{L}\p{N}]+)+/gu;
const plainWord = /^\p{L}?\p{Ll}{2,}$/u;
const hasDigit = /\p{N}/u;

/** Full-width letters and digits of East Asian keyboards. */
const wide = /[\uff01-\uff5e]/gu;

/** The visible text with one kind of dash and without quotation marks; white space stays. */
export function plainTextOf(text: string): string {
  return text
    .normalize('NFC')
    .replace(dashes, '-')
    .replace(unseen, '')
    .replace(quotes, '')
    .replace(wide, (one) => String.fromCharCode(one.charCodeAt(0) - 0xfee0));
}

/** Splits at white space and removes surrounding punctuation. Equal pieces become one piece. */
export function piecesOf(plain: string): readonly string[] {
  const pieces = plain
    .split(/\s+/u)
    .map((one) => one.replace(around, ''))
    .filter((one) => one !== '');
  return new Set(pieces).size === 1 ? pieces.slice(0, 1) : pieces;
}

/** True if most pieces have a digit, and all have the same length or none is a plain word. */
export function belongTogether(pieces: readonly string[]): boolean {
  if (!pieces.every((one) => piece.test(one))) return false;
  const coded = pieces.filter((one) => hasDigit.test(one)).length;
  const alike = new Set(pieces.map(({ length }) => length)).size === 1;
  return coded * 2 > pieces.length && (alike || !pieces.some((one) => plainWord.test(one)));
}

/** Removes white space beside the dashes of a key, but not beside those of a sentence. */
export function withTightDashes(plain: string): string {
  return plain.replace(chain, (whole) =>
    belongTogether(whole.split(/\s*-\s*/u)) ? whole.replace(/\s/gu, '') : whole,
  );
}

/** Whether a reader would recognise the text as a key. */
export function looksLikeKey(text: string): boolean {
  if (!piece.test(text) || text.length < 6 || text.length > maxNameLength) return false;
  const groups = text.split('-');
  const numbers = groups.every((group) => /^\p{N}+$/u.test(group));
  // Short all-digit texts are dates, telephone or order numbers.
  if (numbers) return text.length >= 16;
  if (groups.some((group) => plainWord.test(group)) && groups.length < 3) return false;
  return hasDigit.test(text) || (groups.length >= 3 && text === text.toUpperCase());
}

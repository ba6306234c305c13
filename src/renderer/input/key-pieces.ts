// The pieces that a pasted text is made of, and which of them can belong to a license key. A text of plain words is never
// glued together: it would be sent as a key that nobody has. Pure.
import { maxNameLength } from '@latchkey/protocol/limits.ts';

/** Quotation marks, which belong to the text around a key. */
const quotes = /["'`´“”„‟‘’‚‛«»‹›]/gu;
/** What cannot be seen: characters without width, and control characters that are no white space. */
const unseen = /(?!\s)[\p{Cc}\p{Cf}]/gu;
const dashes = /[\p{Pd}\u2212\u00ad]/gu;
/** Around a piece: brackets, and marks that end a sentence. */
const around = /^[([{<*•.,;:]+|[)\]}>*.,;:]+$/gu;

const piece = /^[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*$/u;
const chain = /[\p{L}\p{N}]+(?:\s*-\s*[\p{L}\p{N}]+)+/gu;
const plainWord = /^\p{L}?\p{Ll}{2,}$/u;
const hasDigit = /\p{N}/u;

/** Letters and digits as wide as those of Chinese and Japanese keyboards. */
const wide = /[\uff01-\uff5e]/gu;

/** The text as it can be seen, with one kind of dash and without quotation marks; its white space is kept. */
export function plainTextOf(text: string): string {
  return text
    .normalize('NFC')
    .replace(dashes, '-')
    .replace(unseen, '')
    .replace(quotes, '')
    .replace(wide, (one) => String.fromCharCode(one.charCodeAt(0) - 0xfee0));
}

/** Without what only stands around them. One that is there again and again is there once. */
export function piecesOf(plain: string): readonly string[] {
  const pieces = plain
    .split(/\s+/u)
    .map((one) => one.replace(around, ''))
    .filter((one) => one !== '');
  return new Set(pieces).size === 1 ? pieces.slice(0, 1) : pieces;
}

/** Whether these are parts of one key rather than words: most hold a digit, and they are alike or none is a plain word. */
export function belongTogether(pieces: readonly string[]): boolean {
  if (!pieces.every((one) => piece.test(one))) return false;
  const coded = pieces.filter((one) => hasDigit.test(one)).length;
  const alike = new Set(pieces.map(({ length }) => length)).size === 1;
  return coded * 2 > pieces.length && (alike || !pieces.some((one) => plainWord.test(one)));
}

/** White space beside the dashes of a key falls away, beside those of a sentence it stays. */
export function withTightDashes(plain: string): string {
  return plain.replace(chain, (whole) =>
    belongTogether(whole.split(/\s*-\s*/u)) ? whole.replace(/\s/gu, '') : whole,
  );
}

/** Whether somebody who reads the text would take this for the key in it. */
export function looksLikeKey(text: string): boolean {
  if (!piece.test(text) || text.length < 6 || text.length > maxNameLength) return false;
  const groups = text.split('-');
  const numbers = groups.every((group) => /^\p{N}+$/u.test(group));
  // A date, a telephone number, an order's number.
  if (numbers) return text.length >= 16;
  if (groups.some((group) => plainWord.test(group)) && groups.length < 3) return false;
  return hasDigit.test(text) || (groups.length >= 3 && text === text.toUpperCase());
}

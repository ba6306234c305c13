// Splits a pasted text into pieces and decides which pieces can form a license key. Plain words are
// never joined, because the result would be sent as a key that does not exist.
import { maxNameLength } from '@latchkey/protocol/limits.ts';
import { around, plainText, quotes } from '@latchkey/protocol/typed-text.ts';

const piece = /^[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*$/u;
const chain = /[\p{L}\p{N}]+(?:\s*-\s*[\p{L}\p{N}]+)+/gu;
const plainWord = /^\p{L}?\p{Ll}{2,}$/u;
const hasDigit = /\p{N}/u;

/** Returns the visible text with ASCII dashes and without quotation marks. */
export function plainTextOf(text: string): string {
  return plainText(text).replace(quotes, '');
}

/** Splits at white space and removes surrounding punctuation. If all are equal, returns one. */
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
  const coded = pieces.filter((piece) => hasDigit.test(piece)).length;
  const alike = new Set(pieces.map(({ length }) => length)).size === 1;
  return coded * 2 > pieces.length && (alike || !pieces.some((piece) => plainWord.test(piece)));
}

/** Removes white space beside the dashes of a key, but not beside the dashes of a sentence. */
export function withTightDashes(plain: string): string {
  return plain.replace(chain, (whole) =>
    belongTogether(whole.split(/\s*-\s*/u)) ? whole.replace(/\s/gu, '') : whole,
  );
}

/** Returns the distinct texts that can be keys. A label such as "Key:" may precede each. */
export function possibleKeysOf(pieces: readonly string[]): readonly string[] {
  const texts = pieces.flatMap((piece) => (piece.includes('//') ? [] : piece.split(/[:=]/u)));
  return [...new Set(texts.filter(looksLikeKey))];
}

/** Returns whether a person would recognise the text as a key. */
function looksLikeKey(text: string): boolean {
  if (!piece.test(text) || text.length < 6 || text.length > maxNameLength) return false;
  const groups = text.split('-');
  const numbers = groups.every((group) => /^\p{N}+$/u.test(group));
  // A shorter number is more likely a date, a telephone number or an order number.
  if (numbers) return text.length >= 16;
  if (groups.some((group) => plainWord.test(group)) && groups.length < 3) return false;
  return hasDigit.test(text) || (groups.length >= 3 && text === text.toUpperCase());
}

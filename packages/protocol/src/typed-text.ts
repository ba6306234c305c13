// Cleans license keys and one-time codes as people type and paste them. Loader and service use the
// same functions, so that the service finds every key that the loader accepts.
import { fold } from './fold.ts';
import { recoveryAlphabet, recoveryCodeLength } from './limits.ts';

/** Text that cleaning does not change, such as most keys. */
const visibleAscii = /^[\x21-\x7e]*$/;

/**
 * Characters that look like a hyphen or replace it: all dashes of Unicode, minus signs, the
 * Japanese long vowel mark (on the key of the hyphen) and box-drawing lines.
 */
const dashes =
  /[\p{Pd}\u00af\u02c9\u02d7\u06d4\u203e\u2043\u207b\u208b\u2212\u23af\u2500\u2501\u2796\u2cba\u30fc\uff70]/gu;

/** Zero-width characters, direction marks, soft hyphens, variation selectors and controls. */
const invisible = /\ufeff|(?!\s)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Full-width forms of ASCII, from East Asian keyboards. */
const fullWidth = /[\uff01-\uff5e]/gu;
const otherDigits = /(?![0-9])\p{Nd}/gu;
const digit = /^\p{Nd}$/u;

/** Returns the text as the service stores it. */
export function cleanText(text: string): string {
  return text.trim().normalize('NFC');
}

/** Returns the visible text, with dashes, digits and full-width forms as ASCII. Keeps spaces. */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replace(invisible, '')
    .replace(fullWidth, (one) => String.fromCharCode(one.charCodeAt(0) - 0xfee0))
    .replace(dashes, '-')
    .replace(otherDigits, (one) => String(digitValue(one)));
}

/** Returns a key without spaces and invisible characters, and with ASCII dashes and digits. */
export function compactKey(text: string): string {
  return visibleAscii.test(text) ? text : plainText(text).replace(/\s/gu, '');
}

/**
 * Returns the folded form by which the service finds a license key. Two stored keys may have the
 * same form, so an exact match wins (docs/protocol.md#names).
 */
export function foldKey(text: string): string {
  return fold(compactKey(text));
}

export const quotes = /["'`´“”„‟‘’‚‛«»‹›]/gu;
/** Punctuation before and after a key in a sentence. */
export const around = /^[([{<*•.,;:]+|[)\]}>*.,;:]+$/gu;
/** Words before a key, such as "License key:". */
const label = /^[\p{L}\s]*[:=]/u;

/**
 * Returns a key as customers send it, folded and without label, quotes, punctuation around it,
 * spaces and dashes. The service finds a key by it that it does not find by `foldKey`.
 */
export function bareKey(text: string): string {
  const key = plainText(text).replace(quotes, '').replace(label, '').trim().replace(around, '');
  return fold(key).replace(/[\s-]/gu, '');
}

/** Returns a one-time code without separators, with ASCII digits. Other characters stay. */
export function compactCode(text: string): string {
  return plainText(text.normalize('NFKC')).replace(/[\s.·_-]/gu, '');
}

/** Returns a recovery code in lower case, without separators and letters that look like digits. */
export function compactRecoveryCode(text: string): string {
  return compactCode(text).toLowerCase().replace(/[il]/g, '1').replaceAll('o', '0');
}

const recoveryCode = new RegExp(`^[${recoveryAlphabet}]{${String(recoveryCodeLength)}}$`);

/**
 * Returns a recovery code as `xxxx-xxxx`, or null if the text is not a recovery code. Accepts upper
 * case, other separators, and letters that look like digits.
 */
export function readRecoveryCode(text: string): string | null {
  const compact = compactRecoveryCode(text);
  const half = recoveryCodeLength / 2;
  return recoveryCode.test(compact) ? `${compact.slice(0, half)}-${compact.slice(half)}` : null;
}

/**
 * Returns text for people in one line of at most `max` UTF-16 units. Controls, format characters
 * and unassigned characters become spaces, so that no text reorders or hides the text around it.
 */
export function oneLine(text: string, max: number): string {
  const plain = text.normalize('NFC').replace(/[\p{C}\p{Z}\s]+/gu, ' ');
  // A cut may leave half of a surrogate pair.
  return plain
    .trim()
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/u, '')
    .trim();
}

/**
 * Returns the value of a decimal digit. The digits of a script have consecutive code points, and
 * the digits of another script may follow directly.
 */
function digitValue(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  let before = 0;
  while (digit.test(String.fromCodePoint(point - before - 1))) before += 1;
  return before % 10;
}

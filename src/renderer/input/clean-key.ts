// Takes a license key out of anything that was typed or pasted, and says what it made of it so that the user can check. Pure;
// never cuts a text short without saying so, and never makes a key of a sentence.
import { maxNameLength } from '@latchkey/protocol/limits.ts';
import {
  belongTogether,
  looksLikeKey,
  piecesOf,
  plainTextOf,
  withTightDashes,
} from './key-pieces.ts';
import { keysByPattern } from './key-repair.ts';

export interface KeyReading {
  /** Empty: nothing in the text can be it as it stands. */
  readonly key: string;
  /**
   * `trimmed`: spaces, quotes and the like fell away. `repaired`: case or dashes are now those of a key. `found`: taken out of
   * a longer text by the seller's pattern.
   */
  readonly taken: 'as-given' | 'trimmed' | 'repaired' | 'found';
  readonly doubt: KeyDoubt | null;
  /** What may have been meant; the user chooses. */
  readonly offers: readonly string[];
}

/**
 * `doubled`: the same text twice in a row. `several`: more than one key; the first was taken. `sentence`: more than a key.
 * `other-form`: it does not look like the seller's keys.
 */
export type KeyDoubt = 'doubled' | 'several' | 'sentence' | 'mail' | 'web' | 'code' | 'other-form';

const mostOffers = 2;

/** `source` of the configuration; null when there is none or this browser cannot read it. */
export function keyPatternOf(source: string | null): RegExp | null {
  if (source === null) return null;
  try {
    return new RegExp(source, 'gu');
  } catch {
    return null;
  }
}

export function cleanKey(text: string, pattern: RegExp | null): KeyReading {
  const plain = plainTextOf(text);
  const found = pattern === null ? null : keysByPattern(plain, pattern);
  if (found !== null) return fromKeys(found, text);
  return fromPieces(withTightDashes(plain), text, pattern !== null);
}

function fromKeys([key = '', ...more]: readonly string[], text: string): KeyReading {
  const half = halfOf(key);
  if (more.length > 0)
    return { key, taken: 'found', doubt: 'several', offers: more.slice(0, mostOffers) };
  const doubt = half === null ? null : 'doubled';
  const whole = characters(key) === characters(text);
  return { key, taken: whole ? howTaken(key, text) : 'found', doubt, offers: half ?? [] };
}

function fromPieces(plain: string, text: string, hasPattern: boolean): KeyReading {
  const pieces = piecesOf(plain);
  const [only = ''] = pieces;
  if (pieces.length > 1 && !belongTogether(pieces)) {
    const offers = [...new Set(pieces.filter(looksLikeKey))].slice(0, mostOffers);
    return { key: '', taken: 'as-given', doubt: 'sentence', offers };
  }
  const key = pieces.length > 1 ? pieces.join('') : only;
  const doubt = doubtOf(key, hasPattern);
  const offers = pieces.length > 1 ? [pieces.join('-')] : (halfOf(key) ?? []);
  return { key, taken: howTaken(key, text), doubt, offers };
}

function howTaken(key: string, text: string): KeyReading['taken'] {
  if (key === text) return 'as-given';
  return text.replace(/[\s\p{Cc}\p{Cf}]/gu, '').includes(key) ? 'trimmed' : 'repaired';
}

/** Only what makes a key the same key, however it is written. */
function characters(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

function doubtOf(key: string, hasPattern: boolean): KeyDoubt | null {
  if (key === '') return null;
  if (/^[^@]+@[^@]+\.[^@]+$/u.test(key)) return 'mail';
  if (/^(https?:\/\/|www\.)/iu.test(key)) return 'web';
  if (halfOf(key) !== null) return 'doubled';
  if (hasPattern) return 'other-form';
  if (/^[0-9]{6}$/u.test(key)) return 'code';
  return key.length > maxNameLength ? 'sentence' : null;
}

/** Half of a text that is the same twice, as a paste done twice leaves it; null when it is not. */
function halfOf(text: string): readonly [string] | null {
  const half = text.slice(0, text.length / 2);
  return half.length >= 6 && half + half === text && !/^(.)\1*$/u.test(half) ? [half] : null;
}

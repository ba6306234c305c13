// Extracts a license key from typed or pasted text and reports each change, so that the user can
// check it. Never shortens a text silently, and never makes a key from a sentence. Pure.
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
  /** Empty if no key can be taken without a choice by the user. */
  readonly key: string;
  /**
   * `trimmed`: spaces, quotes and the like were removed. `repaired`: case or dashes were changed to
   * the usual form. `found`: extracted from a longer text by the seller's pattern.
   */
  readonly taken: 'as-given' | 'trimmed' | 'repaired' | 'found';
  readonly doubt: KeyDoubt | null;
  readonly offers: readonly string[];
}

/**
 * `doubled`: the same text twice in a row. `several`: more than one key; the first was taken.
 * `sentence`: has more than a key. `other-form`: not in the form of the seller's keys.
 */
export type KeyDoubt = 'doubled' | 'several' | 'sentence' | 'mail' | 'web' | 'code' | 'other-form';

const maxOffers = 2;

/** `source`: from the configuration. Returns null without it, or if this browser rejects it. */
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
    return { key, taken: 'found', doubt: 'several', offers: more.slice(0, maxOffers) };
  const doubt = half === null ? null : 'doubled';
  const whole = characters(key) === characters(text);
  return { key, taken: whole ? howTaken(key, text) : 'found', doubt, offers: half ?? [] };
}

function fromPieces(plain: string, text: string, hasPattern: boolean): KeyReading {
  const pieces = piecesOf(plain);
  const [only = ''] = pieces;
  if (pieces.length > 1 && !belongTogether(pieces)) {
    const offers = [...new Set(pieces.filter(looksLikeKey))].slice(0, maxOffers);
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

/** The lower-case letters and digits of a text, to compare keys. */
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

/** The half of a text that repeats exactly, as after a double paste; null: none. */
function halfOf(text: string): readonly [string] | null {
  const half = text.slice(0, text.length / 2);
  return half.length >= 6 && half + half === text && !/^(.)\1*$/u.test(half) ? [half] : null;
}

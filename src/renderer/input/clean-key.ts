// Extracts a license key from typed or pasted text and reports the change, so that the user can
// check the key. It never shortens a text silently and never joins the words of a sentence.
import { maxNameLength } from '@latchkey/protocol/limits.ts';
import {
  belongTogether,
  possibleKeysOf,
  piecesOf,
  plainTextOf,
  withTightDashes,
} from './key-pieces.ts';
import { keysByPattern } from './key-repair.ts';

export interface KeyReading {
  /** The extracted key; empty if there is none, or if the user must choose one of `offers`. */
  readonly key: string;
  /**
   * How the key differs from the text. `trimmed`: spaces or quotes were removed. `repaired`: case
   * or dashes were changed. `found`: the key is part of a longer text.
   */
  readonly change: 'as-given' | 'trimmed' | 'repaired' | 'found';
  readonly warning: KeyWarning | null;
  readonly offers: readonly string[];
}

/**
 * Why the key may be wrong. `doubled`: it is the same text twice. `several`: it is the first of
 * several keys. `sentence`: the text has more than a key. `mail`, `web`, `code`: it looks like an
 * e-mail address, a web address or a one-time code. `other-form`: the pattern does not match.
 */
export type KeyWarning =
  | 'doubled'
  | 'several'
  | 'sentence'
  | 'mail'
  | 'web'
  | 'code'
  | 'other-form';

const maxOffers = 2;

/** Compiles the configured pattern. Returns null without one, or if this browser rejects it. */
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
  const keys = pattern === null ? null : keysByPattern(plain, pattern);
  if (keys !== null) return fromKeys(keys, text);
  return fromPieces(withTightDashes(plain), text, pattern !== null);
}

function fromKeys([key = '', ...more]: readonly string[], text: string): KeyReading {
  const half = halfOf(key);
  if (more.length > 0)
    return { key, change: 'found', warning: 'several', offers: more.slice(0, maxOffers) };
  const warning = half === null ? null : 'doubled';
  const isWholeText = characters(key) === characters(text);
  return { key, change: isWholeText ? changeOf(key, text) : 'found', warning, offers: half ?? [] };
}

function fromPieces(plain: string, text: string, hasPattern: boolean): KeyReading {
  const pieces = piecesOf(plain);
  const [only = ''] = pieces;
  if (pieces.length > 1 && !belongTogether(pieces)) {
    const possible = possibleKeysOf(pieces);
    const [candidate = ''] = possible;
    if (possible.length === 1)
      return {
        key: candidate,
        change: 'found',
        warning: hasPattern ? 'other-form' : null,
        offers: [],
      };
    return {
      key: '',
      change: 'as-given',
      warning: 'sentence',
      offers: possible.slice(0, maxOffers),
    };
  }
  const key = pieces.length > 1 ? pieces.join('') : only;
  const warning = warningOf(key, hasPattern);
  const offers = pieces.length > 1 ? [pieces.join('-')] : (halfOf(key) ?? []);
  return { key, change: changeOf(key, text), warning, offers };
}

function changeOf(key: string, text: string): KeyReading['change'] {
  if (key === text) return 'as-given';
  return text.replace(/[\s\p{Cc}\p{Cf}]/gu, '').includes(key) ? 'trimmed' : 'repaired';
}

/** Returns the letters and digits of a text in lower case, to compare keys. */
function characters(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

function warningOf(key: string, hasPattern: boolean): KeyWarning | null {
  if (key === '') return null;
  if (/^[^@]+@[^@]+\.[^@]+$/u.test(key)) return 'mail';
  if (/^(https?:\/\/|www\.)/iu.test(key)) return 'web';
  if (halfOf(key) !== null) return 'doubled';
  if (hasPattern) return 'other-form';
  if (/^[0-9]{6}$/u.test(key)) return 'code';
  return key.length > maxNameLength ? 'sentence' : null;
}

/** Returns half of the text if both halves are equal, as after a double paste. */
function halfOf(text: string): readonly [string] | null {
  const half = text.slice(0, text.length / 2);
  return half.length >= 6 && half + half === text && !/^(.)\1*$/u.test(half) ? [half] : null;
}

// Takes a license key out of anything that was pasted, and says what it saw so that the user can check. Pure; never cuts a
// text short without saying so.

export interface KeyReading {
  readonly key: string;
  /** `trimmed`: spaces, quotes and the like fell away. `found`: taken out of a longer text by the seller's pattern. */
  readonly taken: 'as-given' | 'trimmed' | 'found';
  readonly doubt: KeyDoubt | null;
}

/**
 * `doubled`: the same text twice in a row. `several`: more than one key; the first was taken. `sentence`: more than a key.
 * `other-form`: it does not look like the seller's keys.
 */
export type KeyDoubt = 'doubled' | 'several' | 'sentence' | 'mail' | 'web' | 'code' | 'other-form';

/** The bridge takes 70 characters; longer texts than this are not searched or shown at all. */
export const maxPastedLength = 4000;
const maxKeyLength = 70;

/** White space and line ends, control characters, characters without width. */
const unseen = /[\s\p{Cc}\p{Cf}]/gu;
const quotes = /["'`´“”„‟‘’‚‛«»‹›]/gu;

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
  const bare = text.replace(unseen, '').replace(quotes, '');
  if (pattern !== null) {
    const found = matchesIn(text, pattern) ?? matchesIn(bare, pattern);
    if (found !== null) return fromMatches(found, text, bare);
  }
  const taken = bare === text ? 'as-given' : 'trimmed';
  return { key: bare, taken, doubt: doubtOf(bare, text, pattern !== null) };
}

/** All different keys in the text, in order; null when there is none. */
function matchesIn(text: string, pattern: RegExp): readonly string[] | null {
  const found = [...text.matchAll(pattern)].map(([match]) => match).filter((match) => match !== '');
  return found.length === 0 ? null : [...new Set(found)];
}

function fromMatches(found: readonly string[], text: string, bare: string): KeyReading {
  const [key = ''] = found;
  const clean = key.replace(unseen, '').replace(quotes, '');
  const taken = clean === text ? 'as-given' : clean === bare ? 'trimmed' : 'found';
  const doubt = found.length > 1 ? 'several' : halfOf(clean) === null ? null : 'doubled';
  return { key: clean, taken, doubt };
}

function doubtOf(bare: string, text: string, hasPattern: boolean): KeyDoubt | null {
  if (bare === '') return null;
  if (/^[^@]+@[^@]+\.[^@]+$/u.test(bare)) return 'mail';
  if (/^(https?:\/\/|www\.)/iu.test(bare)) return 'web';
  if (halfOf(bare) !== null) return 'doubled';
  if (hasPattern) return 'other-form';
  if (/^[0-9]{6}$/u.test(bare)) return 'code';
  const plainWords = text.split(/\s+/u).filter((word) => /^\p{L}?\p{Ll}+[.,:!?]?$/u.test(word));
  return bare.length > maxKeyLength || plainWords.length >= 3 ? 'sentence' : null;
}

/** Half of a text that is the same twice, as a paste done twice leaves it; null when it is not. */
export function halfOf(text: string): string | null {
  const half = text.slice(0, text.length / 2);
  return half.length >= 6 && half + half === text && !/^(.)\1*$/u.test(half) ? half : null;
}

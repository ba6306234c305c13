// Finds the seller's keys in a text, even if their case, dashes, spaces or line breaks differ.
import { maxNameLength } from '@latchkey/protocol/limits.ts';
import { piecesOf } from './key-pieces.ts';

/** The maximum number of neighbouring pieces to join into one broken key. */
const maxPieces = 8;
const groupLengths = [3, 4, 5, 6, 7, 8];

/** Returns the distinct keys of the first variant of the text that has a match, or null. */
export function keysByPattern(plain: string, pattern: RegExp): readonly string[] | null {
  for (const reading of readingsOf(plain))
    for (const toCase of [same, upper, lower]) {
      const matches = matchesIn(toCase(reading), pattern).filter(
        (match) => toCase === same || isUnlikeWord(match) || match === toCase(reading).trim(),
      );
      if (matches.length > 0) return [...new Set(matches)];
    }
  return null;
}

const same = (text: string): string => text;
const upper = (text: string): string => text.toUpperCase();
const lower = (text: string): string => text.toLowerCase();

function matchesIn(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([match]) => match).filter((match) => match !== '');
}

/** After a change of case, plain words could match, so a key needs a digit or two separators. */
function isUnlikeWord(match: string): boolean {
  return /\p{N}/u.test(match) || /[-_].*[-_]/u.test(match);
}

/** Yields variants of the text, from unchanged to heavily changed. */
function* readingsOf(plain: string): Generator<string> {
  yield plain;
  yield plain.replace(/\s*-\s*/gu, '-');
  const all = plain.split(/\s+/u).filter((one) => one !== '');
  for (const broken of runsOf(all)) {
    yield broken.join('');
    yield broken.join('-');
  }
  const bare = plain.replace(/[\s\-_.]/gu, '');
  // Regroup only a text that can be a single key: any regrouped sentence would look like one.
  if (bare.length > maxNameLength) return;
  if (!/^[\p{L}\p{N}]{6,}$/u.test(bare) || !/\p{N}/u.test(bare)) return;
  for (const length of groupLengths) yield grouped(bare, length);
}

/** Yields runs of neighbouring pieces that have key characters only, longer runs first. */
function* runsOf(all: readonly string[]): Generator<readonly string[]> {
  const coded = all.map((one) => /[\p{N}-]/u.test(one) && piecesOf(one).length === 1);
  const isShortEnough = all.length <= maxPieces && all.some((_, at) => coded[at] === true);
  if (all.length > 1 && isShortEnough && all.every((one) => /^[\p{L}\p{N}-]+$/u.test(one)))
    yield all;
  for (let count = Math.min(maxPieces, all.length - 1); count > 1; count -= 1)
    for (let at = 0; at + count <= all.length; at += 1)
      if (coded.slice(at, at + count).every(Boolean)) yield all.slice(at, at + count);
}

function grouped(bare: string, length: number): string {
  return (bare.match(new RegExp(`.{1,${length}}`, 'gu')) ?? []).join('-');
}

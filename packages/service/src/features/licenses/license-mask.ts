// License keys from a mask (contract 7.3): every `*` becomes a random character, all others stay. It knows no database.
import { randomInt } from 'node:crypto';
import { fold } from '@latchkey/protocol/fold.ts';

const digits = '0123456789';
const lower = 'abcdefghijklmnopqrstuvwxyz';

/** By the parameter `character`. */
const alphabets = {
  1: digits + lower + lower.toUpperCase(),
  2: digits + lower.toUpperCase(),
  3: digits + lower,
} as const;

export type Characters = `${keyof typeof alphabets}`;

/** SECURITY: below this, keys can be guessed by trying. */
export const leastBits = 80;

/** In masks of an older kind, groups of at least three `X` are what `*` is; only where there is none. */
export function withStars(mask: string): string {
  if (mask.includes('*')) return mask;
  return mask.replace(/(?<![^-_. ])(X{3,}|x{3,})(?![^-_. ])/g, (group) => '*'.repeat(group.length));
}

function starsOf(mask: string): number {
  return mask.split('*').length - 1;
}

/** No `*`: it is a key of the seller's own. */
export function isOwnKey(mask: string): boolean {
  return starsOf(mask) === 0;
}

/** What a mask leaves to chance. SECURITY: a key is found in either case, so that both cases of a letter are one. */
export function maskBits(mask: string, characters: Characters): number {
  return starsOf(mask) * Math.log2(new Set(fold(alphabets[characters])).size);
}

/** SECURITY: from the system's generator, every character as likely as any other. */
export function keyFromMask(mask: string, characters: Characters): string {
  const alphabet = alphabets[characters];
  return mask.replaceAll('*', () => alphabet.charAt(randomInt(alphabet.length)));
}

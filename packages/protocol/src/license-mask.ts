// Masks of license keys (docs/protocol.md#seller-operations): every `*` becomes a random character.
import { fold } from './fold.ts';

export const defaultMask = '******-******-******-******-******-******';

const digits = '0123456789';
const lower = 'abcdefghijklmnopqrstuvwxyz';

/** The alphabet for each value of the parameter `character`. */
const alphabets = {
  1: digits + lower + lower.toUpperCase(),
  2: digits + lower.toUpperCase(),
  3: digits + lower,
} as const;

export type Characters = `${keyof typeof alphabets}`;

/** SECURITY: keys with fewer random bits can be guessed. */
export const minBits = 80;

/** In an older mask without `*`, each group of three or more `X` means random characters. */
export function withStars(mask: string): string {
  if (mask.includes('*')) return mask;
  return mask.replace(/(?<![^-_. ])(X{3,}|x{3,})(?![^-_. ])/g, (group) => '*'.repeat(group.length));
}

function countStars(mask: string): number {
  return mask.split('*').length - 1;
}

/** A mask without `*` is a key that the seller chose. */
export function isCustomKey(mask: string): boolean {
  return countStars(mask) === 0;
}

/**
 * Returns the random bits of a mask.
 * SECURITY: keys match in either case, so both cases of a letter count as one.
 */
export function maskBits(mask: string, characters: Characters): number {
  return countStars(mask) * Math.log2(new Set(fold(alphabets[characters])).size);
}

/** Returns a key. `pick` returns a random integer from 0 to below its argument. */
export function fillMask(
  mask: string,
  characters: Characters,
  pick: (count: number) => number,
): string {
  const alphabet = alphabets[characters];
  return mask.replaceAll('*', () => alphabet.charAt(pick(alphabet.length)));
}

// Compares user names and license keys on this computer.
import { fold } from '@latchkey/protocol/fold.ts';
import { foldKey } from '@latchkey/protocol/typed-text.ts';

/** Ignores case, width, composition and outer white space, as our service does. */
export function isSameName(one: string, other: string): boolean {
  return fold(one) === fold(other);
}

/** Also ignores differences from typing a key: dashes, spaces and invisible characters. */
export function isSameKey(one: string, other: string): boolean {
  return foldKey(one) === foldKey(other);
}

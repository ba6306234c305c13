// Compares user names on this computer.
import { fold } from '@latchkey/protocol/fold.ts';

/** Ignores case, width, composition and outer white space, as our service does. */
export function isSameName(one: string, other: string): boolean {
  return fold(one) === fold(other);
}

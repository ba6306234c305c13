// Creates license keys from a mask.
import { randomInt } from 'node:crypto';
import { fillMask, type Characters } from '@latchkey/protocol/license-mask.ts';

/** SECURITY: uses the system's random generator, and every character is equally likely. */
export function keyFromMask(mask: string, characters: Characters): string {
  return fillMask(mask, characters, (count) => randomInt(count));
}

// Creates ids that begin with their creation time: new rows go to the end of an index, and reading
// or deleting them in order touches few pages. Random ids would put each row on a different page.
import { randomUUID } from 'node:crypto';
import { plainMs, type UnixMs } from '@latchkey/protocol/units.ts';

const timeDigits = 12;

/** Returns a UUID of version 7 with 74 random bits. It reveals its creation time. */
export function orderedId(at: UnixMs): string {
  const time = Math.floor(plainMs(at)).toString(16).padStart(timeDigits, '0').slice(-timeDigits);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

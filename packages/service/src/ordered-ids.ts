// Creates ids that begin with their creation time: new rows go to the end of an index, and reading
// or deleting them in order touches few pages. Random ids would put each row on a different page.
import { randomUUID } from 'node:crypto';
import { plainMs, type UnixMs } from '@latchkey/protocol/units.ts';

const timeDigits = 12;

/** Returns a UUID of version 7 with 74 random bits. It reveals its creation time. */
export function orderedId(at: UnixMs): string {
  return `${idsFrom(at)}-7${randomUUID().slice(15)}`;
}

let sequence = 0;

/** Like `orderedId`, but ids of one process in the same millisecond are in order, too. */
export function sequentialId(at: UnixMs): string {
  sequence = (sequence + 1) % 0x1000;
  const position = sequence.toString(16).padStart(3, '0');
  return `${idsFrom(at)}-7${position}${randomUUID().slice(18)}`;
}

/** Returns the beginning of all ids of a millisecond. Ids from then on are not less. */
export function idsFrom(at: UnixMs): string {
  const time = Math.floor(plainMs(at)).toString(16).padStart(timeDigits, '0').slice(-timeDigits);
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}

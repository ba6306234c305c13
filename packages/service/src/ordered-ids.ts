// Ids of rows that come without end, beginning with the time they were made at: an index of them grows at its end, and what goes on
// or is cleared away in their order changes few of its pages. In the order of chance each row would be on a page of its own.
import { randomUUID } from 'node:crypto';
import { plainMs, type UnixMs } from '@latchkey/protocol/units.ts';

const timeDigits = 12;

/** A UUID of version 7; 74 bits of it are chance. No secret: it says when it was made. */
export function orderedId(at: UnixMs): string {
  const time = Math.floor(plainMs(at)).toString(16).padStart(timeDigits, '0').slice(-timeDigits);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

// Defines the tables of the history of users and of the numbers by day.
import type { UnixMs } from '@latchkey/protocol/units.ts';

/** A sign-in, a refusal or a redeem of a user. Deleted with the user, and after its retention. */
export interface HistoryRow {
  applicationId: string;
  /** In the order of time (ordered-ids.ts). */
  id: string;
  userId: string;
  writtenAtMs: UnixMs;
  /** The operation of the client API or the seller API, such as `login` or `assignkey`. */
  operation: string;
  /** `ok`, or the reason of the refusal. */
  outcome: string;
  /** Empty if a seller did it. */
  ip: string;
  /** The id by which the user's programs name the computer, never the device id; may be empty. */
  device: string;
  /** What the program calls the computer; may be empty. */
  computer: string;
  /** The program's version; may be empty. */
  version: string;
}

/** A count of an application, without the rows of `newCounts`. */
export interface DayCountRow {
  applicationId: string;
  /** `YYYY-MM-DD` in the application's time zone: the first day of the kind's period. */
  day: string;
  /** See `features/numbers/counting.ts`. */
  kind: string;
  count: number;
}

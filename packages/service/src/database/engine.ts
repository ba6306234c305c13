// What the two kinds of databases have in common for the one who opens them.
import type { Dialect } from 'kysely';

/**
 * How long it waits before it gives up. `patient` is for bringing the tables to this version at the start: another process
 * may be at it, and moving many rows takes long. `brisk` is for requests, whose clients are waiting. `reading` is for what takes
 * long and changes nothing: on PostgreSQL one connection.
 */
export type Patience = 'patient' | 'brisk' | 'reading';

export interface Engine {
  readonly dialect: Dialect;
  /** Where the data is, as a sentence's end: "in /srv/data". */
  readonly place: string;
  /** What to change where a newer version wrote the data: "another --data folder". */
  readonly otherPlace: string;
  /** StartProblem for what the person who starts the service can mend; what is a defect stays as it is. */
  readonly explain: (error: unknown) => Error;
}

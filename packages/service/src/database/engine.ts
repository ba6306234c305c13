// Defines the interface that both database engines implement.
import type { Dialect } from 'kysely';
import type { Database } from './schema.ts';

/**
 * How long to wait before giving up. `patient` is for migrations: another process may be migrating,
 * and moving rows takes long. `brisk` is for requests. `reading` is for long read-only queries; on
 * PostgreSQL it has one connection.
 */
export type Patience = 'patient' | 'brisk' | 'reading';

export interface Engine {
  readonly dialect: Dialect;
  /** The place of the data in messages, such as "in /srv/data". */
  readonly place: string;
  /** The suggestion if a newer version wrote the data, such as "another --data folder". */
  readonly otherPlace: string;
  /** Throws StartProblem if the database cannot hold the data. */
  readonly verify: (db: Database) => Promise<void>;
  /** Returns a StartProblem for a fault that the operator can fix, not for a defect. */
  readonly explain: (error: unknown) => Error;
}

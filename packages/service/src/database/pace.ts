// How large the parts of a long change should be.
import { isPostgresql } from './among.ts';
import type { Database } from './schema.ts';

export interface Pace {
  readonly fewestRows: number;
  /** Above this, parts become smaller; below a third of it, larger. */
  readonly wantedMs: number;
}

/**
 * On SQLite a part blocks every other write of the process. On PostgreSQL it blocks only writers of the same rows, and each part costs
 * round trips.
 */
export function paceOf(db: Database): Pace {
  return isPostgresql(db) ? { fewestRows: 500, wantedMs: 150 } : { fewestRows: 100, wantedMs: 25 };
}

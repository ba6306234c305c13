// Limits the size of the batches of a bulk change.
import { isPostgresql } from './among.ts';
import type { Database } from './schema.ts';

export interface Pace {
  readonly fewestRows: number;
  /** Intended duration of a batch: above it, batches shrink; below a third of it, they grow. */
  readonly wantedMs: number;
}

/**
 * On SQLite a batch blocks every other write of the process. On PostgreSQL it blocks only writers
 * of the same rows, and each batch costs round trips.
 */
export function paceOf(db: Database): Pace {
  return isPostgresql(db) ? { fewestRows: 500, wantedMs: 150 } : { fewestRows: 100, wantedMs: 25 };
}

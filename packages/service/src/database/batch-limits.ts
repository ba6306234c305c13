// Limits the size of the batches of a bulk change.
import { isPostgresql } from './in-list.ts';
import type { Database } from './schema.ts';

export interface BatchLimits {
  readonly minRows: number;
  /** Intended duration of a batch: above it, batches shrink; below a third of it, they grow. */
  readonly targetMs: number;
}

/**
 * On SQLite a batch blocks every other write of the process. On PostgreSQL it blocks only writers
 * of the same rows, and each batch costs round trips.
 */
export function batchLimitsOf(db: Database): BatchLimits {
  return isPostgresql(db) ? { minRows: 500, targetMs: 150 } : { minRows: 10, targetMs: 8 };
}

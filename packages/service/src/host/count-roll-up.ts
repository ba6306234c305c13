// Adds new counts to the counts of their day every few seconds.
import type { Logger } from 'pino';
import { rollUpCounts } from '../database/count-roll-up.ts';
import type { Database } from '../database/schema.ts';
import { runPeriodically, type After } from '../periodic-work.ts';

/** Short, because `series` reads all new counts. */
const intervalMs = 10_000;

export interface CountRollUpParts {
  readonly db: Database;
  readonly after?: After | undefined;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

/** The returned function stops it after the roll-up in progress. */
export function startCountRollUp({ db, after, log }: CountRollUpParts): () => Promise<void> {
  return runPeriodically({
    intervalMs,
    work: () => rollUpCounts(db),
    failureMessage: 'Could not add up new counts',
    after,
    log,
  });
}

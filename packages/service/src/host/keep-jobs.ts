// Goes on with long changes that somebody began and could not finish: a process that was killed, or lost its database.
import type { Parts } from '../api/call.ts';
import { abandonedJobs, runJob, type AnyLongRun } from '../api/jobs.ts';
import { onBehalfOf } from '../database/write-share.ts';
import { keepDoing, type After } from '../keep-doing.ts';
import { sellerOperations } from './seller-operations.ts';
import { inSeconds } from '@latchkey/protocol/units.ts';

const everyMs = 2000;

export type JobParts = Pick<Parts, 'db' | 'nowMs' | 'log' | 'ending'> & {
  readonly after?: After | undefined;
};

/** Begins at once; what it returns ends it, within a part. */
export function keepJobs(parts: JobParts): () => Promise<void> {
  const { db, nowMs, after, log, ending } = parts;
  return keepDoing({
    everyMs,
    async work() {
      for (const job of await abandonedJobs(db, inSeconds(nowMs()))) {
        if (ending.aborted) return;
        // One that cannot go on must not keep the others.
        const goneOn = onBehalfOf(job.applicationId, () => runJob(parts, job, longRunOf));
        await goneOn.catch((error: unknown) =>
          log.error({ error }, 'Could not continue a bulk operation'),
        );
      }
    },
    failed: 'Could not look for interrupted bulk operations',
    after,
    log,
  });
}

/** Throws where this version has no such long change. */
export function longRunOf(type: string): AnyLongRun {
  const run = Object.entries(sellerOperations).find(([name]) => name === type)?.[1];
  if (run === undefined || typeof run === 'function' || !('passes' in run))
    throw new Error(`This version cannot continue the bulk operation ${type}`);
  return run; // its request was checked with the schema of this very type when it began
}

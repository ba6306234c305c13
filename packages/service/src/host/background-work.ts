// Work of a running service that no request asks for: sweeping expired rows and files, and resuming interrupted bulk changes.
import type { Parts } from '../api/call.ts';
import { abandonedJobs, runJob, type AnyLongRun } from '../api/jobs.ts';
import { onBehalfOf } from '../database/write-share.ts';
import { runPeriodically, type After } from '../periodic-work.ts';
import { sellerOperations } from './seller-operations.ts';
import { inSeconds } from '@latchkey/protocol/units.ts';
import { startFileSweep, type FileSweepParts } from '../features/files/file-sweep.ts';
import { startExpirySweep, type ExpirySweepParts } from './expiry-sweep.ts';

const everyMs = 2000;

export type JobParts = Pick<Parts, 'db' | 'nowMs' | 'log' | 'ending'> & {
  readonly after?: After | undefined;
};

/** Begins at once; what it returns ends it, within a part. */
function resumeJobs(parts: JobParts): () => Promise<void> {
  const { db, nowMs, after, log, ending } = parts;
  return runPeriodically({
    everyMs,
    async work() {
      for (const job of await abandonedJobs(db, inSeconds(nowMs()))) {
        if (ending.aborted) return;
        // One that cannot go on must not keep the others.
        const goneOn = onBehalfOf(job.applicationId, () => runJob(parts, job, longRunOf));
        await goneOn.catch((error: unknown) =>
          log.error({ error }, 'A long change could not go on'),
        );
      }
    },
    failed: 'Nobody could look for long changes that were interrupted',
    after,
    log,
  });
}

/** Throws where this version has no such long change. */
export function longRunOf(type: string): AnyLongRun {
  const run = Object.entries(sellerOperations).find(([name]) => name === type)?.[1];
  if (run === undefined || typeof run === 'function' || !('passes' in run))
    throw new Error(`Nothing goes on with ${type} here`);
  return run; // its request was checked with the schema of this very type when it began
}

/** Begins at once; what it returns ends it, and waits for what is under way. */
export function startBackgroundWork(
  parts: FileSweepParts & ExpirySweepParts & JobParts,
): () => Promise<void> {
  const ends = [startFileSweep(parts), startExpirySweep(parts), resumeJobs(parts)];
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}

// Runs background work: deletes expired rows and unused files, adds up counts, and resumes bulk
// changes.
import type { Parts } from '../api/call.ts';
import { abandonedJobs, runJob } from '../api/jobs.ts';
import { isPostgresql } from '../database/in-list.ts';
import { refreshStatistics } from '../database/statistics.ts';
import { onBehalfOf } from '../database/write-share.ts';
import { afterRealTime, runPeriodically, type After } from '../periodic-work.ts';
import { operationSets } from './seller-operations.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import { startDeletions } from '../features/customer-page/deletion.ts';
import { startFileSweep } from '../features/files/file-sweep.ts';
import { startCountRollUp } from './count-roll-up.ts';
import { startShopWork } from '../features/shops/shop-work.ts';
import { startExpiryEvents } from '../features/webhooks/expiry-events.ts';
import { startExpirySweep } from './expiry-sweep.ts';

const intervalMs = 2000;

export type JobParts = Pick<Parts, 'db' | 'nowMs' | 'log' | 'ending' | 'passwordQueue'> & {
  readonly after?: After | undefined;
};

/** Starts immediately. The returned function stops after the batch in progress. */
function resumeJobs(parts: JobParts): () => Promise<void> {
  const { db, nowMs, after, log, ending } = parts;
  return runPeriodically({
    intervalMs,
    async work() {
      for (const job of await abandonedJobs(db, toUnixSeconds(nowMs()))) {
        if (ending.aborted) return;
        // A job that cannot continue must not block the others.
        const resumed = onBehalfOf(job.applicationId, () => runJob(parts, job, operationSets));
        await resumed.catch((error: unknown) =>
          log.error({ error }, 'Could not continue a bulk operation'),
        );
      }
    },
    failureMessage: 'Could not look for interrupted bulk operations',
    after,
    log,
  });
}

const [firstStatisticsMs, statisticsMs] = [60_000, 3_600_000];

/**
 * SQLite only: PostgreSQL's autovacuum does the same. Begins after a minute, because a start must
 * answer soon. Every process does it, because SQLite's connections read statistics once.
 * Not at the end and not after an import: no statement depends on fresh statistics (docs/engineering/plans.md).
 */
function keepStatistics({ db, after = afterRealTime, log }: JobParts): () => Promise<void> {
  if (isPostgresql(db)) return () => Promise.resolve();
  let stop = () => Promise.resolve();
  const cancel = after(firstStatisticsMs, () => {
    stop = runPeriodically({
      intervalMs: statisticsMs,
      work: () => refreshStatistics(db),
      failureMessage: 'Could not measure the tables of the database',
      after,
      log,
    });
  });
  return () => {
    cancel();
    return stop();
  };
}

/**
 * Starts immediately. The returned function stops all work and waits for the work in progress.
 * Without `sweeps`, another process of this service sweeps. Without `hasPage`, no user could take
 * back the deletion of an account.
 */
export function startBackgroundWork(
  parts: Parts & { readonly after?: After | undefined },
  { sweeps, hasPage }: { readonly sweeps: boolean; readonly hasPage: boolean },
): () => Promise<void> {
  const stops = [
    ...(sweeps
      ? [
          startFileSweep(parts),
          startExpirySweep(parts),
          startCountRollUp(parts),
          ...startShopWork(parts),
          startExpiryEvents(parts),
          ...(hasPage ? [startDeletions(parts)] : []),
        ]
      : []),
    resumeJobs(parts),
    keepStatistics(parts),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

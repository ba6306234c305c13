// Seller API: shows and cancels bulk operations.
import type { jobsApi } from '@latchkey/protocol/seller/jobs.ts';
import { stopJob } from '../../api/job-stop.ts';
import { done, fail, type SellerHandlers } from '../../api/seller-call.ts';
import type { JobRow } from '../../database/schema-jobs.ts';

export const jobs: SellerHandlers<typeof jobsApi> = {
  async jobs({ db, application }) {
    const rows = await db
      .selectFrom('jobs')
      .selectAll()
      .where('applicationId', '=', application.id)
      .execute();
    return done({
      jobs: rows.map((row) => ({
        id: row.id,
        operation: row.type,
        detail: row.detail,
        by: row.sellerKey,
        started: String(row.startedAt),
        ended: String(row.endedAt ?? ''),
        rows: String(row.passed),
        changed: String(row.changed),
        state: stateOf(row),
      })),
    });
  },
  async canceljob({ db, application, nowMs }, { id }) {
    const stopped = await stopJob(db, application, id, 'requested', nowMs);
    if (stopped === null) return fail('bulk-unknown');
    return done({ rows: String(stopped.passed) });
  },
};

function stateOf({ claimedUntil, cancelled }: JobRow) {
  if (claimedUntil !== null) return 'running';
  if (cancelled === null) return 'done';
  return cancelled === 'requested' ? 'cancelled' : cancelled;
}

// Runs a bulk change of the seller API: a small one in one transaction, others in batches.
// The same request reports the progress while the change runs, and changes nothing.
import { bulkRunningText, type SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import type { SellerType } from '@latchkey/protocol/seller-api.ts';
import type { JobRow } from '../database/schema-jobs.ts';
import { transactWithin } from '../database/transact.ts';
import { done, fail, type SellerCall, RolledBack } from './seller-call.ts';
import { auditDetail, writeAudit } from './seller-audit.ts';
import { firstBatchRows } from './batch-pace.ts';
import { advance, initialProgress, findJob, insertJob, runJob } from './jobs.ts';
import type { AnyBulkChange } from './job-stop.ts';
import type { OperationSets } from './seller-permission.ts';

type Request = Readonly<Record<string, unknown>>;
type Result = ReturnType<AnyBulkChange['end']>;

const retryAfterSeconds = 5;

/** Throws RolledBack if the change is refused. */
export async function runBulkChange(
  operations: OperationSets,
  run: AnyBulkChange,
  spec: SellerSpec,
  call: SellerCall,
  type: SellerType,
  request: Request,
): Promise<Result> {
  const text = JSON.stringify(request);
  const started = await transactWithin(
    call,
    async (inside): Promise<Result | { readonly id: string }> => {
      const { db, application } = inside;
      const currentJob = await findJob(db, application.id);
      if (currentJob !== null) return reportProgress(currentJob, type, text);
      const detail = await auditDetail(db, application.id, spec, request);
      const beginning = await run.begin(inside, request);
      if ('ok' in beginning) throw new RolledBack(beginning);
      const batchCall = { ...inside, startedAt: call.now, subject: beginning.subject };
      const after = await advance(run, batchCall, request, initialProgress, firstBatchRows);
      if (after.pass >= run.passes.length) {
        const result = run.end(after);
        if (!result.ok) throw new RolledBack(result);
        await writeAudit(inside, type, detail);
        await inside.storeResult(db, result);
        return result;
      }
      const id = await insertJob(inside, { type, request: text, detail, ...beginning, ...after });
      // Another change began at the same moment.
      if (id === null) throw new RolledBack(busyFailure());
      await inside.storeResult(db, { job: id });
      return { id };
    },
  );
  if (!('id' in started)) return started;
  const key = { applicationId: call.application.id, id: started.id };
  const job = await runJob(call, key, operations);
  // The row was deleted with its application or replaced by a later change: this change is done.
  return job === null ? done() : resultOfJob(run, job);
}

export function resultOfJob(run: AnyBulkChange, job: JobRow): Result {
  if (job.cancelled !== null) return cancelledFailure(job);
  return job.claimedUntil === null ? run.end(job) : progressOf(job);
}

/** Reports the progress to a repetition of the request in progress. Refuses all other requests. */
function reportProgress(job: JobRow, type: SellerType, request: string): Result {
  if (job.type !== type || job.request !== request) throw new RolledBack(busyFailure(job));
  return progressOf(job);
}

function progressOf({ passed, startedAt }: JobRow): Result {
  const message = `${bulkRunningText}: ${passed} rows so far`;
  return done(
    { underway: { rows: String(passed), since: String(startedAt) } },
    { message, text: message },
  );
}

function cancelledFailure({ type, passed }: JobRow) {
  const facts = { operation: type, rows: passed };
  return fail('bulk-cancelled', `It passed ${passed} rows.`, facts);
}

function busyFailure(job?: JobRow) {
  const detail = job && `It is ${job.type}, ${job.passed} rows so far.`;
  const facts = job && { operation: job.type, rows: job.passed };
  return { ...fail('bulk-running', detail, facts), retryAfter: retryAfterSeconds };
}

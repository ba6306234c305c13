// A long change of the seller API: begun in one transaction, which is all of it where there is little to do, and then done part by
// part. Asked again while it is under way, it says how far it is and adds nothing.
import { sellerTexts, underWayText, type SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import type { SellerType } from '@latchkey/protocol/seller-api.ts';
import type { JobRow } from '../database/schema-jobs.ts';
import { transactWithin } from '../database/transact.ts';
import { done, fail, type SellerCall, RolledBack } from './seller-call.ts';
import { auditDetail, writeAudit } from './seller-audit.ts';
import {
  advance,
  atTheStart,
  findJob,
  firstRows,
  insertJob,
  runJob,
  type AnyLongRun,
} from './jobs.ts';

type Request = Readonly<Record<string, unknown>>;
type Result = ReturnType<AnyLongRun['end']>;

const retryAfterSeconds = 5;

/** Throws RolledBack with a refusal, where nothing was changed. */
export async function runLongChange(
  run: AnyLongRun,
  spec: SellerSpec,
  call: SellerCall,
  type: SellerType,
  request: Request,
): Promise<Result> {
  const text = JSON.stringify(request);
  const begun = await transactWithin(
    call,
    async (inside): Promise<Result | { readonly id: string }> => {
      const { db, application } = inside;
      const other = await findJob(db, application.id);
      if (other !== null) return underWay(other, type, text);
      const detail = await auditDetail(db, application.id, spec, request);
      const found = await run.begin(inside, request);
      if ('ok' in found) throw new RolledBack(found);
      const part = { ...inside, startedAt: call.now, subject: found.subject };
      const after = await advance(run, part, request, atTheStart, firstRows);
      if (after.pass >= run.passes.length) {
        const result = run.end(after);
        if (!result.ok) throw new RolledBack(result);
        await writeAudit(inside, type, detail);
        return result;
      }
      const id = await insertJob(inside, { type, request: text, detail, ...found, ...after });
      // Of two at the same moment; the other one is under way.
      if (id === null) throw new RolledBack(busy());
      return { id };
    },
  );
  if (!('id' in begun)) return begun;
  const job = await runJob(call, { applicationId: call.application.id, id: begun.id }, () => run);
  // Gone with its application, or followed by another change already: it was done then.
  if (job === null) return done();
  return job.claimedUntil === null ? run.end(job) : underWay(job, type, text);
}

/** A success where it is this very change: who sends it again means it once. */
function underWay(job: JobRow, type: SellerType, request: string): Result {
  if (job.type !== type || job.request !== request) throw new RolledBack(busy(job));
  const { passed, startedAt } = job;
  const message = `${underWayText}: ${passed} rows so far`;
  return done(
    { underway: { rows: String(passed), since: String(startedAt) } },
    { message, text: message },
  );
}

function busy(job?: JobRow) {
  const about = job && `It is ${job.type}, ${job.passed} rows so far.`;
  return { ...fail(sellerTexts.busy, about), retryAfter: retryAfterSeconds };
}

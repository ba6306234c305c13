// Runs a change of the seller API, or replays the result of the same change
// (docs/protocol.md#repeated-changes).
import { resultOfJob } from './bulk-change.ts';
import { DuplicateRequest } from './idempotency/claims.ts';
import type { RepeatedChange, StoredChange } from './idempotency/repeated-change.ts';
import { isBulkChange } from './job-stop.ts';
import { readJob } from './jobs.ts';
import { fail, type AnyResult, type SellerCall } from './seller-call.ts';
import type { AnyRun } from './seller-permission.ts';

export async function changeOnce(
  change: RepeatedChange | null,
  call: SellerCall,
  run: AnyRun,
  perform: (call: SellerCall) => Promise<AnyResult>,
): Promise<AnyResult> {
  if (change === null) return perform(call);
  const replay = async () => {
    const earlier = await change.findEarlier(call.db);
    if (earlier === null) return null;
    return earlier.isSame ? resultOf(call, run, earlier.stored) : fail('challenge-used');
  };
  const replayed = await replay();
  if (replayed !== null) return replayed;
  try {
    return await perform({ ...call, storeResult: (db, result) => change.store(db, result) });
  } catch (error) {
    if (!(error instanceof DuplicateRequest)) throw error;
    const committed = await replay();
    if (committed === null) throw error;
    return committed;
  }
}

async function resultOf(
  { db, application }: SellerCall,
  run: AnyRun,
  stored: StoredChange,
): Promise<AnyResult> {
  if (stored === null) return fail('already-made');
  if (!('job' in stored)) return stored;
  const job = await readJob(db, { applicationId: application.id, id: stored.job });
  // A later bulk change has replaced the row.
  if (job === null || !isBulkChange(run)) return fail('already-made');
  return resultOfJob(run, job);
}

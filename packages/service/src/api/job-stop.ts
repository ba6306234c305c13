// Stops a bulk change before its end: on request, or because its actor lost the right. Finished
// parts stay, and a stopped job never resumes.
import { sellerApi, sellerTypeOf } from '@latchkey/protocol/seller-api.ts';
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { toUnixSeconds, type UnixMs } from '@latchkey/protocol/units.ts';
import type { JobRow } from '../database/schema-jobs.ts';
import type { ApplicationRow, Database } from '../database/schema.ts';
import { writeAudit } from './seller-audit.ts';
import type { BulkChange } from './seller-call.ts';
import { findActor } from './seller-keys.ts';
import { isForAll, permit, type AnyRun, type OperationSets } from './seller-permission.ts';

export type AnyBulkChange = BulkChange<SellerSpec>;
type Request = Readonly<Record<string, unknown>>;

export function isBulkChange(run: AnyRun): run is AnyBulkChange {
  return typeof run !== 'function' && 'passes' in run;
}

/**
 * Returns the change if the job's actor may still run it, else null. Throws if this version has no
 * such bulk change.
 * SECURITY: read before each part, with the rules of a new request.
 */
export async function permittedChange(
  operations: OperationSets,
  db: Database,
  application: ApplicationRow,
  job: Pick<JobRow, 'type' | 'actor' | 'ip'>,
  request: Request,
  now: number,
): Promise<AnyBulkChange | null> {
  const key = await findActor(db, application, job.actor, now);
  const { sellerAddress } = application;
  if (key === undefined || (sellerAddress !== null && sellerAddress !== job.ip)) return null;
  const type = sellerTypeOf(job.type);
  if (type === null) throw unknownChange(job);
  const spec: SellerSpec = sellerApi[type];
  const permission = permit(operations, key, type, spec);
  if ('refusal' in permission) return null;
  if (!isBulkChange(permission.run)) throw unknownChange(job);
  return isForAll(spec, request) && permission.key.scope !== 'all' ? null : permission.run;
}

function unknownChange({ type }: Pick<JobRow, 'type'>): Error {
  return new Error(`This version cannot continue the bulk operation ${type}`);
}

/** Returns the stopped job, or null if it had ended already. */
export async function stopJob(
  db: Database,
  application: ApplicationRow,
  id: string,
  cancelled: NonNullable<JobRow['cancelled']>,
  nowMs: () => UnixMs,
): Promise<JobRow | null> {
  const stopped = await db
    .updateTable('jobs')
    .set({ cancelled, endedAt: toUnixSeconds(nowMs()), claimedUntil: null, request: '' })
    .where('applicationId', '=', application.id)
    .where('id', '=', id)
    .where('claimedUntil', 'is not', null)
    .returningAll()
    .executeTakeFirst();
  if (stopped === undefined) return null;
  const { type, detail, passed, sellerKey, ip } = stopped;
  const why = cancelled === 'requested' ? 'cancelled' : 'cancelled, no longer allowed';
  const text = `${detail} ${why} after ${passed} rows`.trim();
  await writeAudit({ db, application, key: { label: sellerKey }, nowMs, ip }, type, text);
  return stopped;
}

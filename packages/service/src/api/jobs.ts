// Stores the progress of bulk changes. Each transaction of a change updates its job row, so that
// every affected row is changed exactly once, whichever process continues.
import { randomUUID } from 'node:crypto';
import type { Parts } from './call.ts';
import { clockToleranceSeconds } from '../clock.ts';
import type { JobRow } from '../database/schema-jobs.ts';
import type { ApplicationRow, Database } from '../database/schema.ts';
import { transact } from '../database/transact.ts';
import { BatchPace } from './batch-pace.ts';
import { permittedChange, stopJob, type AnyBulkChange } from './job-stop.ts';
import type { BatchCall, SellerChange } from './seller-call.ts';
import type { OperationSets } from './seller-permission.ts';
import { writeAudit } from './seller-audit.ts';
import { toUnixSeconds, type UnixMs } from '@latchkey/protocol/units.ts';

export type Progress = Pick<JobRow, 'pass' | 'place' | 'passed' | 'changed'>;

export const initialProgress: Progress = { pass: 0, place: '', passed: 0, changed: 0 };

/** Seconds after which another process may continue a job whose claim was not renewed. */
const claimSeconds = 5;

/** Processes up to `rows` rows, in several passes if needed. `pass` counts completed passes. */
export async function advance(
  { passes }: AnyBulkChange,
  call: BatchCall,
  request: Readonly<Record<string, unknown>>,
  from: Progress,
  rows: number,
): Promise<Progress> {
  let [{ pass, place, passed, changed }, left] = [from, rows];
  for (let runPass = passes[pass]; runPass !== undefined && left > 0; runPass = passes[pass]) {
    const batch = await runPass(call, request, place, left);
    passed += batch.passed;
    changed += batch.changed;
    left -= batch.passed;
    if (batch.lastPosition === null) pass += 1;
    place = batch.lastPosition ?? '';
  }
  return { pass, place, passed, changed };
}

export async function findJob(db: Database, applicationId: string): Promise<JobRow | null> {
  const rows = db.selectFrom('jobs').selectAll().where('applicationId', '=', applicationId);
  return (await rows.where('claimedUntil', 'is not', null).executeTakeFirst()) ?? null;
}

interface NewJob extends Progress {
  readonly type: string;
  readonly request: string;
  readonly subject: string;
  readonly detail: string;
}

/** Returns the id of the new job, or null if the application has another job in progress. */
export async function insertJob(
  { db, application, key, ip, now }: SellerChange,
  job: NewJob,
): Promise<string | null> {
  const id = randomUUID();
  const row = {
    ...job,
    id,
    actor: key.actor,
    sellerKey: key.label ?? '',
    ip,
    startedAt: now,
    claimedUntil: now + claimSeconds,
    cancelled: null,
    endedAt: null,
  };
  const inserted = await db
    .insertInto('jobs')
    .values({ ...row, applicationId: application.id })
    .onConflict((conflict) =>
      conflict.column('applicationId').doUpdateSet(row).where('jobs.claimedUntil', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted?.id ?? null;
}

type JobParts = Pick<Parts, 'db' | 'nowMs' | 'log' | 'ending' | 'passwordQueue'>;
type JobKey = Pick<JobRow, 'applicationId' | 'id'>;

/**
 * Runs a job until it is done or cancelled, or the service stops. Returns the row, or null if it
 * was deleted. Throws if this version has no such bulk change.
 */
export async function runJob(
  parts: JobParts,
  job: JobKey,
  operations: OperationSets,
): Promise<JobRow | null> {
  const pace = new BatchPace(parts);
  for (;;) {
    if (parts.ending.aborted) return expireClaim(parts, job);
    const { row, tookMs } = await runBatch(parts, job, operations, pace.rows);
    if (row === null || row.claimedUntil === null) return row;
    await pace.next(tookMs);
  }
}

interface BatchRun {
  readonly row: JobRow | null;
  /** Excludes waiting for the transaction or its commit, which fewer rows would not shorten. */
  readonly tookMs: number;
}

function runBatch(
  { db, nowMs }: JobParts,
  { applicationId, id }: JobKey,
  operations: OperationSets,
  rows: number,
): Promise<BatchRun> {
  return transact(db, async (transaction) => {
    const begunAt = performance.now();
    const now = toUnixSeconds(nowMs());
    // This statement runs first and locks the row: a second process waits, then continues the job.
    const job = await jobOf(transaction, { applicationId, id })
      .set({ claimedUntil: now + claimSeconds })
      .where('claimedUntil', 'is not', null)
      .returningAll()
      .executeTakeFirst();
    if (job === undefined)
      return { row: await readJob(transaction, { applicationId, id }), tookMs: 0 };
    const application = await transaction
      .selectFrom('applications')
      .selectAll()
      .where('id', '=', applicationId)
      .executeTakeFirstOrThrow();
    const request = JSON.parse(job.request) as Request; // it was stored as an object
    const run = await permittedChange(operations, transaction, application, job, request, now);
    if (run === null) {
      const row = await stopJob(transaction, application, id, 'not-allowed', nowMs);
      return { row, tookMs: 0 };
    }
    const { subject, startedAt } = job;
    const key = { label: job.sellerKey };
    const call = { db: transaction, application, now, startedAt, subject, key };
    const after = await advance(run, call, request, job, rows);
    const isDone = after.pass >= run.passes.length;
    if (isDone) await auditCompletion(transaction, application, run, { ...job, ...after }, nowMs);
    const done = isDone ? { request: '', claimedUntil: null, endedAt: now } : {};
    await jobOf(transaction, job)
      .set({ ...after, ...done })
      .execute();
    return { row: { ...job, ...after, ...done }, tookMs: performance.now() - begunAt };
  });
}

type Request = Readonly<Record<string, unknown>>;

async function auditCompletion(
  db: Database,
  application: ApplicationRow,
  run: AnyBulkChange,
  { sellerKey, ip, type, detail, passed, changed }: JobRow,
  nowMs: () => UnixMs,
): Promise<void> {
  const result = run.end({ passed, changed });
  if (!result.ok) return;
  const key = { label: sellerKey };
  await writeAudit({ db, application, key, nowMs, ip }, type, detail);
}

function jobOf(db: Database, { applicationId, id }: JobKey) {
  return db.updateTable('jobs').where('applicationId', '=', applicationId).where('id', '=', id);
}

export async function readJob(db: Database, { applicationId, id }: JobKey): Promise<JobRow | null> {
  const rows = db.selectFrom('jobs').selectAll().where('applicationId', '=', applicationId);
  return (await rows.where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Lets another process continue the job immediately. */
async function expireClaim({ db }: JobParts, job: JobKey): Promise<JobRow | null> {
  await jobOf(db, job).set({ claimedUntil: 0 }).where('claimedUntil', 'is not', null).execute();
  return readJob(db, job);
}

/** Returns jobs whose claim has expired, or ends so late that a wrong clock wrote it. */
export async function abandonedJobs(db: Database, now: number): Promise<readonly JobKey[]> {
  return db
    .selectFrom('jobs')
    .select(['applicationId', 'id'])
    .where('claimedUntil', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('claimedUntil', '<=', now),
        eb('claimedUntil', '>', now + claimSeconds + clockToleranceSeconds),
      ]),
    )
    .orderBy('claimedUntil')
    .execute();
}

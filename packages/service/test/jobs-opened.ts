// A service for tests of long jobs: its rows, and a job that another process has begun.
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { unixMs } from '@latchkey/protocol/units.ts';
import type { Database } from '../src/database/schema.ts';
import { ownApplication, ownApplicationId, ownPlanId } from './support/own-application.ts';
import { hashToken } from '../src/secrets/token-hash.ts';
import { sellerOf } from './support/seller-client.ts';
import { startTestService, type TestServiceOptions } from './support/service.ts';
import { nameOf } from './jobs-parts.ts';

export const many = 1300;
export const seconds = 1_900_000_000;

/** What the runner of a job needs. No password is hashed meanwhile. */
export function jobParts(db: Database, ending = new AbortController().signal) {
  return {
    db,
    nowMs: () => unixMs(seconds * 1000),
    log: pino({ level: 'silent' }),
    ending,
    passwordQueue: { of: neverCalled, load: () => ({ running: 0, waiting: 0 }) },
  };
}

function neverCalled(): never {
  throw new Error('A job hashes no password');
}

export async function open(options: TestServiceOptions = {}) {
  const service = await startTestService({ now: () => seconds * 1000, ...options });
  onTestFinished(() => service.close());
  await service.removeNeighbour();
  return { service, db: service.database, ask: sellerOf(service) };
}

export async function countOf(
  db: Database,
  table: 'users' | 'devices' | 'licenses' | 'logs' | 'auditLogs',
) {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts subscriptions by expiry, or by remaining time. */
export async function ends(db: Database) {
  const rows = await db
    .selectFrom('subscriptions')
    .select((eb) => ['expiresAt', 'remainingSeconds', eb.fn.countAll<number>().as('count')])
    .groupBy(['expiresAt', 'remainingSeconds'])
    .orderBy('count')
    .execute();
  return rows.map(({ expiresAt, remainingSeconds, count }) => [
    expiresAt === null ? 'paused' : expiresAt - seconds,
    remainingSeconds,
    count,
  ]);
}

export const audited = async (db: Database) =>
  (await db.selectFrom('auditLogs').select('type').orderBy('writtenAtMs').execute()).map(
    ({ type }) => type,
  );

/** A job with a current claim of another process, which this process does not take over. */
export async function begun(
  db: Database,
  type: string,
  request: object,
  claimedUntil = seconds + 3,
  actor = `key ${hashToken(ownApplication.sellerkey)}`,
) {
  await db
    .insertInto('jobs')
    .values({
      applicationId: ownApplicationId,
      id: 'a job',
      type,
      request: JSON.stringify(request),
      subject: ownPlanId,
      detail: 'user=all',
      actor,
      sellerKey: '',
      ip: '192.0.2.7',
      startedAt: seconds,
      pass: 0,
      place: nameOf(499).replace('many', 'id-many'),
      passed: 500,
      changed: 500,
      claimedUntil,
    })
    .execute();
}

export const asked = { user: 'all', sub: 'Pro', expiry: '3' } as const;
export const extension = { ...asked, activeOnly: 0 } as const;

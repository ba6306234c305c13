// Fills an application with more rows than fit into one part of a long job.
import { withFold } from '../src/database/names.ts';
import type { Database } from '../src/database/schema.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import {
  ownApplicationId as applicationId,
  ownPlanId as planId,
} from './support/own-application.ts';

const inStatement = 400;
export const days = (count: number) => count * 86_400;

async function inParts<Row>(rows: readonly Row[], insert: (some: Row[]) => Promise<unknown>) {
  for (let at = 0; at < rows.length; at += inStatement)
    await insert(rows.slice(at, at + inStatement));
}

export const nameOf = (index: number) => `many-${String(index).padStart(5, '0')}`;

/** Adds users with a device and ten days left each; every tenth has expired. */
export async function addManyUsers(db: Database, count: number, now: number): Promise<void> {
  const all = Array.from({ length: count }, (_, index) => nameOf(index));
  const user = { passwordHash: 'x', totpStep: 0, createdAt: now, lastLoginAt: null, lastIp: null };
  const unbanned = { bannedReason: null, totpSecret: null, emailHash: null };
  await inParts(all, (some) =>
    db
      .insertInto('users')
      .values(
        some.map((name) => ({
          id: `id-${name}`,
          applicationId,
          ...user,
          ...unbanned,
          ...withFold('username', name),
        })),
      )
      .execute(),
  );
  await inParts(all, (some) =>
    db
      .insertInto('subscriptions')
      .values(
        some.map((name) => ({
          userId: `id-${name}`,
          planId,
          sinceAt: now - days(20),
          remainingSeconds: null,
          expiresAt: name.endsWith('0') ? now - 1 : now + days(10),
        })),
      )
      .execute(),
  );
  await inParts(all, (some) =>
    db
      .insertInto('devices')
      .values(some.map((name) => ({ userId: `id-${name}`, hwid: 'one', addedAt: now })))
      .execute(),
  );
}

export async function addManyLicenses(
  db: Database,
  count: number,
  now: number,
  prefix = 'MANY',
): Promise<void> {
  const row = { applicationId, level: '1', seconds: 60, status: 'unused', createdAt: now } as const;
  const unused = { usedBy: null, usedAt: null, bannedReason: null };
  await inParts(
    Array.from({ length: count }, (_, index) => withFold('key', `${prefix}-${nameOf(index)}`)),
    (some) =>
      db
        .insertInto('licenses')
        .values(some.map((key) => ({ ...row, ...unused, ...key })))
        .execute(),
  );
}

export async function addManyLines(
  db: Database,
  table: 'logs' | 'auditLogs',
  count: number,
  fromMs: number,
): Promise<void> {
  const lines = Array.from({ length: count }, (_, index) => ({
    id: `${table}-${nameOf(index)}`,
    applicationId,
    writtenAtMs: unixMs(fromMs + (index % 40)),
    ip: '',
  }));
  await inParts(lines, (some) =>
    table === 'logs'
      ? db
          .insertInto('logs')
          .values(some.map((line) => ({ ...line, username: null, pcuser: null, message: line.id })))
          .execute()
      : db
          .insertInto('auditLogs')
          .values(some.map((line) => ({ ...line, type: 'add', detail: line.id, sellerKey: '' })))
          .execute(),
  );
}

/** Adds sessions that expire one second after another, the first at `expiresAt`. */
export async function addManySessions(
  db: Database,
  count: number,
  expiresAt: number,
  application = applicationId,
): Promise<void> {
  const row = { applicationId: application, userId: null, ip: '', createdAt: 1, version: null };
  const sessions = Array.from({ length: count }, (_, index) => ({
    ...row,
    expiresAt: expiresAt + index,
    idHash: `${application}-${String(index).padStart(10, '0')}`,
  }));
  await inParts(sessions, (some) => db.insertInto('sessions').values(some).execute());
}

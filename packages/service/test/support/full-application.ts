// Fills an application with a row in every table.
import { randomUUID } from 'node:crypto';
import { withFold } from '../../src/database/names.ts';
import type { Database } from '../../src/database/schema.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import { addRelease } from './full-release.ts';
import { addShopRows } from './full-shop.ts';

/** The hash of a password that no test sends. */
const someHash =
  '$argon2id$v=19$m=8,t=1,p=1$LvxmsnP0rvl91YWxx08G5A$fOUFO015LOPxTGC3Ho6Q/4GqhFYYENJf7jSZzuSmOM8';

const farFuture = 9_999_999_999;

/**
 * Adds one row of each kind. Every name is `mark`, and ids begin with `mark` unless `id` is given.
 */
export async function fillApplication(
  db: Database,
  applicationId: string,
  mark: string,
  id = `${mark}-id-${randomUUID()}`,
) {
  const own = { applicationId };
  const features = JSON.stringify([{ name: mark.toLowerCase(), value: true, words: mark }]);
  await db
    .insertInto('plans')
    .values({ ...own, id, ...withFold('name', mark), level: '1', features, createdAt: 1 })
    .execute();
  const name = withFold('username', mark);
  const user = { ...own, id, ...name, passwordHash: someHash, bannedReason: null };
  const twoFactor = { totpSecret: null, totpStep: 0, totpPendingSecret: null, totpPendingAt: null };
  const times = { createdAt: 1, lastLoginAt: null, lastIp: null };
  await db
    .insertInto('users')
    .values({ ...user, ...twoFactor, ...times, features })
    .execute();
  const running = { sinceAt: 1, expiresAt: 9_999_999_999, remainingSeconds: null };
  await db
    .insertInto('subscriptions')
    .values({ userId: id, planId: id, ...running })
    .execute();
  const given = { position: 1, source: 'seller', grantedAt: 1, given: 60, left: 60 } as const;
  await db
    .insertInto('grants')
    .values({
      userId: id,
      planId: id,
      licenseKey: null,
      actor: mark,
      ...given,
      revokedAt: null,
      revokedBy: null,
    })
    .execute();
  const unused = { level: '1', seconds: 60, status: 'unused', usedBy: null, usedAt: null } as const;
  await db
    .insertInto('licenses')
    .values({
      ...own,
      ...withFold('key', mark),
      ...unused,
      bannedReason: null,
      orderNumber: mark,
      createdAt: 1,
    })
    .execute();
  const trial = { ...own, computer: id, expiresAt: farFuture };
  await db.insertInto('trials').values(trial).execute();
  const order = { level: '1', seconds: 60, amount: 1, createdAt: 1 };
  await db
    .insertInto('orders')
    .values({ ...own, number: mark, ...order })
    .execute();
  await db
    .insertInto('sellerKeys')
    .values({ ...own, id, keyHash: id, label: mark, scope: 'read', createdAt: 1, endsAt: null })
    .execute();
  await db
    .insertInto('variables')
    .values({ ...own, ...withFold('varid', mark), value: mark, authed: 0 })
    .execute();
  await db
    .insertInto('userVariables')
    .values({ userId: id, ...withFold('name', mark), value: mark, readOnly: 0 })
    .execute();
  const webhook = { url: `https://10.0.0.1/${mark}`, userAgent: mark, authed: 0 } as const;
  await db
    .insertInto('webhooks')
    .values({ ...own, webid: mark, ...webhook })
    .execute();
  const ban = { licenseKey: mark, reason: mark, position: 1, withAddress: 0 } as const;
  await db
    .insertInto('bans')
    .values({ userId: id, ...ban })
    .execute();
  await db.insertInto('devices').values({ userId: id, hwid: mark, addedAt: 1 }).execute();
  await db.insertInto('knownAddresses').values({ userId: id, address: mark, lastAt: 1 }).execute();
  await db
    .insertInto('channels')
    .values({ ...own, ...withFold('name', mark), delaySeconds: 0 })
    .execute();
  const message = {
    channel: mark,
    userId: id,
    author: mark,
    message: mark,
    writtenAtMs: unixMs(1),
  };
  await db
    .insertInto('chatMessages')
    .values({ ...own, id, ...message })
    .execute();
  const line = { ...own, id, writtenAtMs: unixMs(farFuture * 1000), ip: mark };
  await db
    .insertInto('logs')
    .values({ ...line, username: mark, pcuser: mark, message: mark })
    .execute();
  await db
    .insertInto('auditLogs')
    .values({ ...line, type: mark, detail: mark })
    .execute();
  await db
    .insertInto('buttons')
    .values({ ...own, value: mark, text: mark })
    .execute();
  await db
    .insertInto('blacklist')
    .values({ ...own, kind: 'hwid', data: mark, userId: null, createdAt: 1 })
    .execute();
  await db
    .insertInto('whitelist')
    .values({ ...own, ip: mark, createdAt: 1 })
    .execute();
  await db
    .insertInto('tokens')
    .values({ ...own, token: mark, kind: 'user', assigned: mark, createdAt: 1 })
    .execute();
  await db
    .insertInto('programHashes')
    .values({ ...own, hash: mark })
    .execute();
  const account = {
    role: 'Reseller',
    ...withFold('username', mark),
    passwordHash: mark,
    emailHash: null,
  } as const;
  await db
    .insertInto('accounts')
    .values({ ...own, id, ...account, keyLevels: '1', permissions: 0, createdAt: 1 })
    .execute();
  const bucket = { accountId: id, level: '', duration: 'month' };
  await db
    .insertInto('balances')
    .values({ ...bucket, granted: 1, used: 0 })
    .execute();
  await db
    .insertInto('balanceEntries')
    .values({ ...bucket, id, writtenAt: 1, kind: 'grant', amount: 1, actor: mark })
    .execute();
  await db
    .insertInto('invitations')
    .values({ tokenHash: id, accountId: id, personId: null, expiresAt: farFuture })
    .execute();
  await addShopRows(db, applicationId, mark, id);
  return { userId: id };
}

/**
 * Adds rows that usage of the application leaves behind, such as sessions. `id` is that of its
 * user.
 */
export async function addUsageRows(
  db: Database,
  applicationId: string,
  { mark, id }: { readonly mark: string; readonly id: string },
): Promise<void> {
  const own = { applicationId };
  const session = { ...own, idHash: id, userId: id, expiresAt: farFuture };
  await db.insertInto('sessions').values(session).execute();
  await db.insertInto('codeFailures').values({ id, userId: id, failedAt: 1 }).execute();
  await db
    .insertInto('computerRemovals')
    .values({ ticket: id, userId: id, removedAt: 1 })
    .execute();
  await db
    .insertInto('offlinePasses')
    .values({ userId: id, hwid: id, sequence: 1, endsAt: farFuture })
    .execute();
  await db
    .insertInto('endedSessions')
    .values({ ...own, idHash: id, reason: 'computer-removed', expiresAt: farFuture })
    .execute();
  await db.insertInto('chatMutes').values({ userId: id, mutedUntil: farFuture }).execute();
  await db
    .insertInto('passwordResets')
    .values({ tokenHash: id, userId: id, expiresAt: farFuture })
    .execute();
  const delivery = {
    url: `https://10.0.0.1/${mark}`,
    event: 'ban',
    body: '{}',
    status: 'failed',
  } as const;
  const tries = { attempts: 1, nextAt: farFuture, createdAt: farFuture };
  await db
    .insertInto('deliveries')
    .values({ ...own, id, webid: mark, ...delivery, ...tries })
    .execute();
  const drop = { kind: 'event', count: 1, sinceAt: 1, lastAt: farFuture } as const;
  await db
    .insertInto('drops')
    .values({ ...own, ...drop })
    .execute();
  await db
    .insertInto('statistics')
    .values({ ...own, kind: mark, body: '{}', expiresAt: farFuture })
    .execute();
  const file = { name: mark, url: null, size: 1, sha256: 'f'.repeat(64), authed: 1 } as const;
  await db
    .insertInto('files')
    .values({ ...own, id: '000001', ...file, uploadedAt: 1 })
    .execute();
  await addRelease(db, own, mark);
  // The job is finished, so no process continues it.
  const job = {
    id,
    type: 'delallusers',
    request: '',
    subject: '',
    sellerKey: '',
    ip: mark,
  } as const;
  const progress = { startedAt: 1, pass: 1, place: '', passed: 1, changed: 1, claimedUntil: null };
  await db
    .insertInto('jobs')
    .values({ ...own, ...job, detail: mark, ...progress })
    .execute();
  const attempt = { operation: 'login', outcome: 'ok', computer: mark, version: mark };
  await db
    .insertInto('history')
    .values({ ...own, ...attempt, id, userId: id, writtenAtMs: unixMs(1), ip: mark, device: mark })
    .execute();
  await db
    .insertInto('dayCounts')
    .values({ ...own, day: '2026-01-01', kind: mark, count: 1 })
    .execute();
}

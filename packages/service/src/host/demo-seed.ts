// Fills an empty database with the demo data.
import { randomUUID } from 'node:crypto';
import {
  demoApplication,
  demoLicenses,
  demoPageName,
  demoPlan,
  demoUsers,
  demoVariables,
  demoWebhooks,
} from './demo-data.ts';
import { sealAt } from '../secrets/at-rest.ts';
import type { ServiceSecret } from '../secrets/service-secret.ts';
import type { Passwords } from '../secrets/passwords.ts';
import { writeFact } from '../database/facts.ts';
import { withFold } from '../database/names.ts';
import type { Database } from '../database/schema.ts';
import { hashToken } from '../secrets/token-hash.ts';
import { transact } from '../database/transact.ts';
import { addCounts } from '../features/numbers/counting.ts';
import { grantTime } from '../features/licenses/ledger.ts';
import type { SubscriptionKey } from '../features/subscriptions/subscriptions.ts';
import { insertUser } from '../features/users/users.ts';
import { newApplication } from '../features/settings/new-application.ts';
import { toUnixSeconds, type UnixMs } from '@latchkey/protocol/units.ts';

const secondsPerDay = 86_400;
const hookAddress = 'https://northwind.example/hook';

export interface DemoSecrets {
  readonly secret: ServiceSecret;
  readonly passwords: Passwords;
  readonly sellerkey: string;
}

/** Does nothing if another process has seeded the demo meanwhile. */
export async function seedDemo(
  db: Database,
  { secret, passwords, sellerkey }: DemoSecrets,
  nowMs: UnixMs,
): Promise<void> {
  const now = toUnixSeconds(nowMs);
  const hashes = await Promise.all(demoUsers.map(({ password }) => passwords.hash(password)));
  await transact(db, async (transaction) => {
    const applicationId = randomUUID();
    const planId = randomUUID();
    // If two services start together, the second waits here for the first, and then adds nothing.
    const application = { id: applicationId, planId, sellerkey };
    if (!(await seedApplication(transaction, application, now))) return;
    await writeFact(transaction, 'demo', applicationId);
    const userIds = await seedUsers(transaction, secret, { applicationId, planId }, hashes, now);
    await seedLicenses(transaction, applicationId, planId, userIds[0] ?? null, now);
    await addCounts({ db: transaction, application: { id: applicationId, timeZone: 'UTC' }, now }, [
      { kind: 'made', count: demoLicenses.length },
      { kind: 'redeemed', count: demoLicenses.filter(({ status }) => status === 'used').length },
      { kind: 'newusers', count: demoUsers.length },
    ]);
    for (const { varid, value, authed } of demoVariables)
      await transaction
        .insertInto('variables')
        .values({ applicationId, ...withFold('varid', varid), value, authed: authed ? 1 : 0 })
        .execute();
    for (const webid of demoWebhooks)
      await transaction
        .insertInto('webhooks')
        .values({
          applicationId,
          webid,
          url: sealAt(secret, 'webhook addresses', [applicationId], hookAddress),
          userAgent: 'Latchkey',
          authed: 1,
        })
        .execute();
  });
}

/** Returns false if another service has created the application. */
async function seedApplication(
  db: Database,
  { id, planId, sellerkey }: Readonly<Record<'id' | 'planId' | 'sellerkey', string>>,
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('applications')
    .values({
      id,
      ...demoApplication,
      sellerkeyHash: hashToken(sellerkey),
      ...newApplication,
      download: 'https://northwind.example/download',
      pageName: demoPageName,
      pageRenew: 'https://northwind.example/renew',
      createdAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await db
    .insertInto('plans')
    .values({
      id: planId,
      applicationId: id,
      ...withFold('name', demoPlan.name),
      level: demoPlan.level,
      createdAt: now,
    })
    .execute();
  return true;
}

async function seedUsers(
  db: Database,
  secret: ServiceSecret,
  { applicationId, planId }: { readonly applicationId: string; readonly planId: string },
  hashes: readonly string[],
  now: number,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const [index, { username, bannedReason, totpSecret, subscription }] of demoUsers.entries()) {
    const id = randomUUID();
    const sealed = totpSecret === null ? null : sealAt(secret, 'one-time codes', [id], totpSecret);
    const user = {
      id,
      username,
      passwordHash: hashes[index] ?? '',
      emailHash: null,
      ip: null,
      bannedReason,
      totpSecret: sealed,
    };
    await insertUser(db, { id: applicationId }, user, now);
    ids.push(id);
    if (subscription === null) continue;
    await seedSubscription(db, { userId: id, planId }, subscription, now);
  }
  return ids;
}

/** Backdates the grant by 30 days, from now or from the end of an expired subscription. */
async function seedSubscription(
  db: Database,
  subscriptionKey: SubscriptionKey,
  { seconds, paused }: NonNullable<(typeof demoUsers)[number]['subscription']>,
  now: number,
): Promise<void> {
  const sinceAt = now + Math.min(0, seconds) - 30 * secondsPerDay;
  await grantTime(db, subscriptionKey, { source: 'seller' }, now + seconds - sinceAt, sinceAt);
  if (!paused) return;
  await db
    .updateTable('subscriptions')
    .set({ expiresAt: null, remainingSeconds: seconds })
    .where('userId', '=', subscriptionKey.userId)
    .execute();
}

async function seedLicenses(
  db: Database,
  applicationId: string,
  planId: string,
  redeemer: string | null,
  now: number,
): Promise<void> {
  for (const { key, days, status } of demoLicenses) {
    await db
      .insertInto('licenses')
      .values({
        applicationId,
        ...withFold('key', key),
        level: demoPlan.level,
        seconds: days * secondsPerDay,
        status,
        usedBy: status === 'used' ? redeemer : null,
        usedAt: status === 'used' ? now : null,
        bannedReason: status === 'banned' ? 'Refunded' : null,
        createdAt: now,
      })
      .execute();
    if (status !== 'used' || redeemer === null) continue;
    const origin = { source: 'key', licenseKey: key } as const;
    await grantTime(db, { userId: redeemer, planId }, origin, days * secondsPerDay, now);
  }
}

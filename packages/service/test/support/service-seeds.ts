// Fills the database of a test's service directly: application, plans, users and licenses.
import { randomBytes, randomUUID } from 'node:crypto';
import { generateSecret } from 'otplib';
import { withFold } from '../../src/database/names.ts';
import { sealAt } from '../../src/secrets/at-rest.ts';
import type { ServiceSecret } from '../../src/secrets/service-secret.ts';
import { createPasswords } from '../../src/secrets/passwords.ts';
import type { Database } from '../../src/database/schema.ts';
import { cheapCost } from './cheap-cost.ts';
import {
  ownApplication,
  ownApplicationId,
  ownApplicationRow,
  ownPlanRow,
} from './own-application.ts';

export interface NewUser {
  readonly username?: string;
  readonly password?: string;
  readonly totp?: boolean;
  /** `days` count from now. The default is 30 days. */
  readonly subscription?: { readonly days: number } | 'expired' | 'paused' | 'none';
  /** The reason of the ban, which may be empty. */
  readonly banned?: string;
}

export interface TestUser {
  readonly username: string;
  readonly password: string;
  readonly totpSecret: string | null;
}

export interface AppSettings {
  readonly version?: string;
  readonly download?: string;
  readonly enabled?: boolean;
  readonly paused?: boolean;
  readonly hwidLock?: boolean;
  readonly forceHwid?: boolean;
  readonly minHwid?: number;
  readonly sessionSeconds?: number;
  readonly offlineHours?: number;
}

const secondsPerDay = 86_400;

export interface ServiceSeeds {
  readonly app: {
    readonly name: string;
    readonly ownerid: string;
    readonly version: string;
    readonly sellerkey: string;
  };
  readonly addUser: (user?: NewUser) => Promise<TestUser>;
  readonly addLicense: (license: {
    readonly days: number;
    readonly level?: string;
    readonly banned?: string;
  }) => Promise<string>;
  readonly addVariable: (varid: string, value: string, authed: boolean) => Promise<void>;
  readonly addWebhook: () => Promise<string>;
  readonly setApp: (settings: AppSettings) => Promise<void>;
  /** Replaces the user's devices by this one; null removes them all. */
  readonly bindDevice: (username: string, hwid: string | null) => Promise<void>;
  /** Changes a user directly in the database, for example during a session. */
  readonly changeUser: (
    username: string,
    change: 'expire' | 'pause' | 'resume' | { readonly banned: string },
  ) => Promise<void>;
}

/** Adds the test's application and plan, unless the folder already has an application. */
export async function seedApplication(
  db: Database,
  secret: ServiceSecret,
  seconds: () => number,
): Promise<ServiceSeeds> {
  const existing = await db.selectFrom('applications').select('id').executeTakeFirst();
  const id = existing?.id ?? ownApplicationId;
  if (existing === undefined) {
    await db.insertInto('applications').values(ownApplicationRow(seconds())).execute();
    await db.insertInto('plans').values(ownPlanRow(seconds())).execute();
  }
  return {
    app: ownApplication,
    addUser: (user = {}) => addUser(db, secret, id, user, seconds()),
    addLicense: (license) => addLicense(db, id, license, seconds()),
    changeUser: (username, change) => changeUser(db, username, change, seconds()),
    bindDevice: (username, hwid) => bindDevice(db, username, hwid, seconds()),
    async addVariable(varid, value, authed) {
      await db
        .insertInto('variables')
        .values({ applicationId: id, ...withFold('varid', varid), value, authed: authed ? 1 : 0 })
        .execute();
    },
    async addWebhook() {
      const webid = randomBytes(5).toString('hex');
      await db
        .insertInto('webhooks')
        .values({
          applicationId: id,
          webid,
          url: sealAt(secret, 'webhook addresses', [id], 'https://hook.example/'),
          userAgent: 'Latchkey',
          authed: 1,
        })
        .execute();
      return webid;
    },
    async setApp(settings) {
      const row = Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [
          name,
          typeof value === 'boolean' ? Number(value) : value,
        ]),
      );
      await db.updateTable('applications').set(row).where('id', '=', id).execute();
    },
  };
}

async function addUser(
  db: Database,
  secret: ServiceSecret,
  applicationId: string,
  options: NewUser,
  now: number,
): Promise<TestUser> {
  const username = options.username ?? `user-${randomBytes(4).toString('hex')}`;
  const password = options.password ?? `pass-${randomBytes(8).toString('hex')}`;
  const totpSecret = options.totp === true ? generateSecret() : null;
  const id = randomUUID();
  const { hash } = await createPasswords(cheapCost);
  await db
    .insertInto('users')
    .values({
      id,
      applicationId,
      ...withFold('username', username),
      passwordHash: await hash(password),
      bannedReason: options.banned ?? null,
      totpSecret: totpSecret && sealAt(secret, 'one-time codes', [id], totpSecret),
      totpStep: 0,
      createdAt: now,
      lastLoginAt: null,
      lastIp: null,
    })
    .execute();
  await addSubscription(db, applicationId, id, options.subscription ?? { days: 30 }, now);
  return { username, password, totpSecret };
}

async function addSubscription(
  db: Database,
  applicationId: string,
  userId: string,
  subscription: NonNullable<NewUser['subscription']>,
  now: number,
): Promise<void> {
  if (subscription === 'none') return;
  const { id: planId } = await db
    .selectFrom('plans')
    .select('id')
    .where('applicationId', '=', applicationId)
    .where('name', '=', 'Pro')
    .executeTakeFirstOrThrow();
  const days = typeof subscription === 'object' ? subscription.days : -2;
  const running = { expiresAt: now + days * secondsPerDay, remainingSeconds: null };
  const paused = { expiresAt: null, remainingSeconds: 10 * secondsPerDay };
  await db
    .insertInto('subscriptions')
    .values({
      userId,
      planId,
      sinceAt: now - 20 * secondsPerDay,
      ...(subscription === 'paused' ? paused : running),
    })
    .execute();
}

async function addLicense(
  db: Database,
  applicationId: string,
  options: Parameters<ServiceSeeds['addLicense']>[0],
  now: number,
): Promise<string> {
  const key = `TEST-${randomBytes(10).toString('hex').toUpperCase()}`;
  await db
    .insertInto('licenses')
    .values({
      applicationId,
      ...withFold('key', key),
      level: options.level ?? '1',
      seconds: options.days * secondsPerDay,
      status: options.banned === undefined ? 'unused' : 'banned',
      usedBy: null,
      usedAt: null,
      bannedReason: options.banned ?? null,
      createdAt: now,
    })
    .execute();
  return key;
}

async function bindDevice(db: Database, username: string, hwid: string | null, now: number) {
  const { id: userId } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  await db.deleteFrom('devices').where('userId', '=', userId).execute();
  if (hwid === null) return;
  await db.insertInto('devices').values({ userId, hwid, addedAt: now }).execute();
}

async function changeUser(
  db: Database,
  username: string,
  change: Parameters<ServiceSeeds['changeUser']>[1],
  now: number,
): Promise<void> {
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  if (typeof change === 'object') {
    await db
      .updateTable('users')
      .set({ bannedReason: change.banned })
      .where('id', '=', id)
      .execute();
    return;
  }
  const newColumns = {
    expire: { expiresAt: now - 1, remainingSeconds: null },
    pause: { expiresAt: null, remainingSeconds: 10 * secondsPerDay },
    resume: { expiresAt: now + 10 * secondsPerDay, remainingSeconds: null },
  }[change];
  await db.updateTable('subscriptions').set(newColumns).where('userId', '=', id).execute();
}

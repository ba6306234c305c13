// The real license service in this process, on a free port with an empty folder, one application, and ways to fill it.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { generateSecret, generateSync } from 'otplib';
import { spelled } from '../../src/service/database/names.ts';
import type { After } from '../../src/service/keep-doing.ts';
import type { OutboundOptions } from '../../src/service/outbound/outbound.ts';
import type { ConnectionLimits } from '../../src/service/http/connection-limits.ts';
import { sealAt } from '../../src/service/secrets/at-rest.ts';
import { openServiceSecret, type ServiceSecret } from '../../src/service/secrets/service-secret.ts';
import { createPasswords, type Passwords } from '../../src/service/secrets/passwords.ts';
import type { Database } from '../../src/service/database/schema.ts';
import { startService } from '../../src/service/host/serve.ts';
import { bystandersIn, prepareFolder } from './bystanders/bystanders.ts';
import {
  ownApplication,
  ownApplicationId,
  ownApplicationRow,
  ownPlanRow,
} from './own-application.ts';
import { databaseOptionsOf, dropDatabaseOf } from './postgresql.ts';

export interface TestServiceOptions {
  /** Unix milliseconds. */
  readonly now?: () => number;
  readonly port?: number;
  /** Kept at the end when given. */
  readonly dataFolder?: string;
  readonly wrapPasswords?: (passwords: Passwords) => Passwords;
  readonly closeWithinMs?: number;
  readonly trustedProxies?: readonly string[];
  /** Something to put in front of the database. */
  readonly wrapDatabase?: (database: Database) => Database;
  readonly connectionLimits?: ConnectionLimits;
  readonly outbound?: OutboundOptions;
  readonly after?: After;
  readonly smtpFile?: string;
  readonly mailWaitMs?: number;
  /** Lets other requests run between any two queries, as they do where the database is another machine. */
  readonly interleave?: boolean;
}

export interface NewUser {
  readonly username?: string;
  readonly password?: string;
  readonly totp?: boolean;
  /** `days`: from now; 30 where nothing is said. */
  readonly subscription?: { readonly days: number } | 'expired' | 'paused' | 'none';
  /** The reason, which may be empty. */
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
}

export interface TestService {
  readonly url: string;
  /** Of the active signing key. */
  readonly publicKey: string;
  /** Of all signing keys, oldest first. */
  readonly publicKeys: readonly string[];
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
  /** The user's devices are this one then, or none. */
  readonly bindDevice: (username: string, hwid: string | null) => Promise<void>;
  /** What happens to a user while they are signed in. */
  readonly changeUser: (
    username: string,
    change: 'expire' | 'pause' | 'resume' | { readonly banned: string },
  ) => Promise<void>;
  /** The code of this moment of the service's clock, or of `atMs`. */
  readonly totpCode: (secret: string, atMs?: number) => string;
  /** For what has no way of its own above. */
  readonly database: Database;
  readonly dataFolder: string;
  /** The service's own: opens what lies sealed in the database. */
  readonly secret: ServiceSecret;
  /** Everything that was logged so far. */
  readonly logText: () => string;
  readonly deliveriesSettled: () => Promise<void>;
  /** For what a test does to all users, or counts: the application has only the test's own from then on. */
  readonly removeNeighbour: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Weak on purpose: tests check a password many times. */
export const cheapCost = { memoryKib: 8, passes: 1 };
const secondsPerDay = 86_400;

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const now = options.now ?? Date.now;
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'latchkey-service-'));
  const removeFolder = async () => {
    if (options.dataFolder !== undefined) return;
    rmSync(dataFolder, { recursive: true, force: true });
    await dropDatabaseOf(dataFolder);
  };
  let logText = '';
  await prepareFolder(dataFolder);
  const { outbound: { allowPrivateAddresses, ...reach } = {}, trustedProxies, smtpFile } = options;
  const { interleave = false, port = 0 } = options;
  const service = await startService(
    {
      ...{ dataFolder, port, trustedProxies, smtpFile, allowPrivateAddresses },
      ...(await databaseOptionsOf(dataFolder)),
      logStream: { write: (text) => (logText += text) },
    },
    {
      ...{ now, reach, passwordCost: cheapCost },
      ...(interleave && { databaseIn: (db: Database) => db.withPlugin(interleaving) }),
      ...(options.wrapDatabase && { databaseIn: options.wrapDatabase }),
      ...(options.wrapPasswords && { passwordsIn: options.wrapPasswords }),
      ...(options.connectionLimits && { connectionLimits: options.connectionLimits }),
      ...(options.closeWithinMs !== undefined && { closeWithinMs: options.closeWithinMs }),
      ...(options.after && { after: options.after }),
      ...(options.mailWaitMs !== undefined && { mailWaitMs: options.mailWaitMs }),
    },
  ).catch(async (error: unknown) => {
    await removeFolder();
    throw error;
  });
  const seconds = () => Math.floor(now() / 1000);
  const { url, publicKey, publicKeys } = service;
  const bystanders = await bystandersIn(service.database);
  const db = bystanders.hiddenIn(service.database);
  const secret = openServiceSecret(join(dataFolder, 'service-secret'));
  const seeds = await seedApplication(db, secret, seconds);
  let closed = false;
  return {
    url,
    publicKey,
    publicKeys,
    database: db,
    dataFolder,
    secret,
    ...seeds,
    totpCode: (secret, atMs) => generateSync({ secret, epoch: Math.floor((atMs ?? now()) / 1000) }),
    logText: () => logText,
    deliveriesSettled: service.deliveriesSettled,
    removeNeighbour: bystanders.removeNeighbour,
    async close() {
      if (closed) return;
      closed = true;
      const touched = await bystanders.touched();
      await service.close();
      await removeFolder();
      if (touched !== null) throw touched;
    },
  };
}

/** SQLite answers at once, which would make any two requests follow each other. */
const interleaving: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await new Promise((resolve) => setImmediate(resolve));
    return result;
  },
};

type Seeds = Omit<
  TestService,
  | 'url'
  | 'publicKey'
  | 'publicKeys'
  | 'database'
  | 'dataFolder'
  | 'secret'
  | 'totpCode'
  | 'logText'
  | 'deliveriesSettled'
  | 'removeNeighbour'
  | 'close'
>;

/** Finds the application where the folder has it already. */
async function seedApplication(
  db: Database,
  secret: ServiceSecret,
  seconds: () => number,
): Promise<Seeds> {
  const kept = await db.selectFrom('applications').select('id').executeTakeFirst();
  const id = kept?.id ?? ownApplicationId;
  if (kept === undefined) {
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
        .values({ applicationId: id, ...spelled('varid', varid), value, authed: authed ? 1 : 0 })
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

/** A further plan, for tests of levels. */
export async function addPlan(
  db: Database,
  applicationId: string,
  name: string,
  level: string,
  now: number,
): Promise<void> {
  await db
    .insertInto('plans')
    .values({ id: randomUUID(), applicationId, ...spelled('name', name), level, createdAt: now })
    .execute();
}

async function addUser(
  db: Database,
  secret: ServiceSecret,
  applicationId: string,
  given: NewUser,
  now: number,
): Promise<TestUser> {
  const username = given.username ?? `user-${randomBytes(4).toString('hex')}`;
  const password = given.password ?? `pass-${randomBytes(8).toString('hex')}`;
  const totpSecret = given.totp === true ? generateSecret() : null;
  const id = randomUUID();
  const { hash } = await createPasswords(cheapCost);
  await db
    .insertInto('users')
    .values({
      id,
      applicationId,
      ...spelled('username', username),
      passwordHash: await hash(password),
      bannedReason: given.banned ?? null,
      totpSecret: totpSecret && sealAt(secret, 'one-time codes', [id], totpSecret),
      totpStep: 0,
      createdAt: now,
      lastLoginAt: null,
      lastIp: null,
    })
    .execute();
  await addSubscription(db, applicationId, id, given.subscription ?? { days: 30 }, now);
  return { username, password, totpSecret };
}

async function addSubscription(
  db: Database,
  applicationId: string,
  userId: string,
  wanted: NonNullable<NewUser['subscription']>,
  now: number,
): Promise<void> {
  if (wanted === 'none') return;
  const { id: planId } = await db
    .selectFrom('plans')
    .select('id')
    .where('applicationId', '=', applicationId)
    .where('name', '=', 'Pro')
    .executeTakeFirstOrThrow();
  const days = typeof wanted === 'object' ? wanted.days : -2;
  const running = { expiresAt: now + days * secondsPerDay, remainingSeconds: null };
  const paused = { expiresAt: null, remainingSeconds: 10 * secondsPerDay };
  await db
    .insertInto('subscriptions')
    .values({
      userId,
      planId,
      sinceAt: now - 20 * secondsPerDay,
      ...(wanted === 'paused' ? paused : running),
    })
    .execute();
}

async function addLicense(
  db: Database,
  applicationId: string,
  given: Parameters<TestService['addLicense']>[0],
  now: number,
): Promise<string> {
  const key = `TEST-${randomBytes(10).toString('hex').toUpperCase()}`;
  await db
    .insertInto('licenses')
    .values({
      applicationId,
      ...spelled('key', key),
      level: given.level ?? '1',
      seconds: given.days * secondsPerDay,
      status: given.banned === undefined ? 'unused' : 'banned',
      usedBy: null,
      usedAt: null,
      bannedReason: given.banned ?? null,
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
  change: Parameters<TestService['changeUser']>[1],
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
  const becomes = {
    expire: { expiresAt: now - 1, remainingSeconds: null },
    pause: { expiresAt: null, remainingSeconds: 10 * secondsPerDay },
    resume: { expiresAt: now + 10 * secondsPerDay, remainingSeconds: null },
  }[change];
  await db.updateTable('subscriptions').set(becomes).where('userId', '=', id).execute();
}

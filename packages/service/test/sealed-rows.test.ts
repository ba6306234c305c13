// Sealing and resealing keep each text in its own row, even if rows are alike.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/database/open.ts';
import type { Database } from '../src/database/schema.ts';
import { openMailKey } from '../src/host/identity.ts';
import { newApplication } from '../src/host/new-application.ts';
import { sealPlainRows } from '../src/host/sealing.ts';
import { changeSecret } from '../src/host/secret-change.ts';
import { isSealed, openAt, sealAt, tokenLookupKey } from '../src/secrets/at-rest.ts';
import { openServiceSecret, type ServiceSecret } from '../src/secrets/service-secret.ts';
import { mapSecrets } from '../src/features/settings/extra-settings.ts';
import { fillApplication } from './support/full-application.ts';
import { databaseKind, databaseOptionsOf, dropDatabaseOf } from './support/postgresql.ts';

const applications = ['one', 'two'];
const sameUrl = 'https://hook.example/same';

/** Opens a database of an earlier version, in which nothing is sealed. */
async function openUnsealed() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-sealed-'));
  const options = await databaseOptionsOf(dataFolder, 'empty');
  const db = await openDatabase({ ...options, dataFolder, onIdleFault: () => undefined });
  onTestFinished(async () => {
    await db.destroy();
    rmSync(dataFolder, { recursive: true });
    await dropDatabaseOf(dataFolder);
  });
  for (const id of applications) await addApplication(db, id);
  // Rows of the second application come first in the tables.
  for (const id of [...applications].reverse()) await addRows(db, id);
  const [secret, other] = ['secret', 'other'].map((name) =>
    openServiceSecret(join(dataFolder, name)),
  ) as [ServiceSecret, ServiceSecret];
  return { db, secret, other };
}

async function addApplication(db: Database, id: string): Promise<void> {
  const names = { id, name: 'Same', ownerid: id, version: '1.0', sellerkeyHash: id, createdAt: 1 };
  const extras = JSON.stringify({ sellixsecret: `${id} of the shop`, webdownload: id });
  const logWebhook = `https://log.example/${id}`;
  await db
    .insertInto('applications')
    .values({ ...newApplication, ...names, extras, logWebhook })
    .execute();
}

/** Adds two rows of each kind, with equal contents in both applications where possible. */
async function addRows(db: Database, applicationId: string): Promise<void> {
  for (const mark of ['anna', 'bob']) {
    const id = `${applicationId}-${mark}`;
    await fillApplication(db, applicationId, mark, id);
    await db.updateTable('users').set({ totpSecret: id }).where('id', '=', id).execute();
    await db
      .updateTable('webhooks')
      .set({ url: sameUrl, secret: id })
      .where('applicationId', '=', applicationId)
      .where('webid', '=', mark)
      .execute();
    const state = { status: 'pending', attempts: 0, nextAt: 1, createdAt: 1 } as const;
    const never = { claimedUntil: null, lastStatus: null, lastError: null };
    const what = { event: 'user.banned', body: '{}', webid: mark, ...state, ...never };
    await db
      .insertInto('deliveries')
      .values({ id, applicationId, url: `https://hook.example/${mark}`, ...what })
      .execute();
  }
}

/** Returns everything that can be sealed, with its row. Each text names its place. */
async function rowsOf(db: Database) {
  return {
    users: await db.selectFrom('users').select(['id', 'totpSecret']).orderBy('id').execute(),
    applications: await db
      .selectFrom('applications')
      .select(['id', 'logWebhook', 'extras'])
      .orderBy('id')
      .execute(),
    webhooks: await db
      .selectFrom('webhooks')
      .select(['applicationId', 'webid', 'url', 'secret'])
      .orderBy('applicationId')
      .orderBy('webid')
      .execute(),
    deliveries: await db
      .selectFrom('deliveries')
      .select(['id', 'applicationId', 'url'])
      .orderBy('id')
      .execute(),
    tokens: await db.selectFrom('tokens').select(['applicationId', 'token', 'sealed']).execute(),
  };
}

type Rows = Awaited<ReturnType<typeof rowsOf>>;

/** Throws for a text that was sealed at another place or under another secret. */
function opened(rows: Rows, secret: ServiceSecret) {
  return {
    users: rows.users.map(({ id, totpSecret }) => ({
      id,
      totpSecret: openAt(secret, 'one-time codes', [id], totpSecret ?? ''),
    })),
    applications: rows.applications.map(({ id, logWebhook, extras }) => ({
      id,
      logWebhook: openAt(secret, 'webhook addresses', [id], logWebhook),
      extras: mapSecrets(extras, (text) => openAt(secret, 'shop secrets', [id], text)),
    })),
    webhooks: rows.webhooks.map(({ applicationId, webid, url, secret: own }) => ({
      ...{ applicationId, webid },
      url: openAt(secret, 'webhook addresses', [applicationId], url),
      secret: openAt(secret, 'webhook secrets', [applicationId, webid], own ?? ''),
    })),
    deliveries: rows.deliveries.map(({ id, applicationId, url }) => ({
      ...{ id, applicationId },
      url: openAt(secret, 'webhook addresses', [applicationId], url),
    })),
    tokens: tokensOf(rows, secret),
  };
}

/** Opens the tokens, and expects that each has its lookup key. */
function tokensOf({ tokens }: Rows, secret: ServiceSecret) {
  return tokens
    .map(({ applicationId, token, sealed }) => {
      if (sealed === null) return `${applicationId} ${token}`;
      const text = openAt(secret, 'tokens', [applicationId], sealed);
      expect(token).toBe(tokenLookupKey(secret, applicationId, text));
      return `${applicationId} ${text}`;
    })
    .sort();
}

function expectSealed({ users, applications, webhooks, deliveries, tokens }: Rows): void {
  const texts = [
    ...users.map(({ totpSecret }) => totpSecret),
    ...applications.map(({ logWebhook }) => logWebhook),
    ...webhooks.flatMap(({ url, secret }) => [url, secret]),
    ...deliveries.map(({ url }) => url),
    ...tokens.map(({ sealed }) => sealed),
  ];
  expect(texts).toHaveLength(4 + 2 + 8 + 4 + 4);
  for (const text of texts) expect(isSealed(text ?? '')).toBe(true);
}

async function seal(db: Database, secret: ServiceSecret): Promise<void> {
  const mailKey = await openMailKey(db, secret);
  await sealPlainRows(db, { secret, mailKey }, databaseKind === 'sqlite');
}

test('seals each text for its own row, and reseals it under another secret', async () => {
  const { db, secret, other } = await openUnsealed();
  const before = opened(await rowsOf(db), secret);
  await seal(db, secret);
  const sealed = await rowsOf(db);
  expectSealed(sealed);
  expect(opened(sealed, secret)).toEqual(before);
  await changeSecret(db, secret, other);
  const anew = await rowsOf(db);
  expectSealed(anew);
  expect(opened(anew, other)).toEqual(before);
  expect(() => opened(anew, secret)).toThrow('cannot be read');
});

test('reseals stored e-mails, and deletes them with a lost secret', async () => {
  const { db, secret, other } = await openUnsealed();
  await seal(db, secret);
  const users = await db.selectFrom('users').select('id').orderBy('id').execute();
  const [first, ...others] = users.map(({ id }) => id);
  for (const id of others)
    await db
      .updateTable('users')
      .set({
        emailHash: 'any',
        mailAddress: sealAt(secret, 'mail addresses', [id], `en ${id}@test.example`),
      })
      .where('id', '=', id)
      .execute();
  // An e-mail alone is resealed, too.
  await db
    .updateTable('users')
    .set({ totpSecret: null })
    .where('id', '=', others[0] ?? '')
    .execute();
  const stored = () => db.selectFrom('users').select(['id', 'mailAddress']).orderBy('id').execute();
  await changeSecret(db, secret, other);
  expect(
    (await stored()).map(({ id, mailAddress }) =>
      mailAddress === null ? id : openAt(other, 'mail addresses', [id], mailAddress),
    ),
  ).toEqual([first, ...others.map((id) => `en ${id}@test.example`)]);
  await changeSecret(db, null, secret);
  expect((await stored()).map(({ mailAddress }) => mailAddress)).toEqual(users.map(() => null));
});

test('resets each unreadable second factor if the secret is lost, and keeps other settings', async () => {
  const { db, secret, other } = await openUnsealed();
  await seal(db, secret);
  expect(await changeSecret(db, null, other)).toEqual({
    ...{ secondFactors: 4, webhooks: 4, shopSecrets: 2, tokens: 4, mailAddresses: 0 },
  });
  const after = opened(await rowsOf(db), other);
  expect(new Set(after.users.map(({ totpSecret }) => totpSecret)).size).toBe(4);
  expect(after.applications).toEqual(
    applications.map((id) => ({
      ...{ id, logWebhook: '' },
      extras: JSON.stringify({ sellixsecret: '', webdownload: id }),
    })),
  );
  expect([after.webhooks, after.deliveries, after.tokens]).toEqual([[], [], []]);
});

// Changes of everything of a kind go part by part: each row once, however often somebody is interrupted, and asking again while
// one is under way adds nothing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { firstRows } from '../../src/service/api/jobs.ts';
import type { Database } from '../../src/service/database/schema.ts';
import { startService } from '../../src/service/host/serve.ts';
import { addAnother } from '../support/another-application.ts';
import { ownApplication, ownApplicationId, ownPlanId } from '../support/own-application.ts';
import { databaseOptionsOf, environmentOf } from '../support/postgresql.ts';
import { sellerOf } from '../support/seller-client.ts';
import { startTestService, type TestServiceOptions } from '../support/service.ts';
import { folder } from '../support/service-command.ts';
import { addManyLicenses, addManyLines, addManyUsers, days, nameOf } from './jobs-parts.ts';

const many = 1300;
const seconds = 1_900_000_000;

async function open(options: TestServiceOptions = {}) {
  const service = await startTestService({ now: () => seconds * 1000, ...options });
  onTestFinished(() => service.close());
  await service.removeNeighbour();
  return { service, db: service.database, ask: sellerOf(service) };
}

async function countOf(
  db: Database,
  table: 'users' | 'devices' | 'licenses' | 'logs' | 'auditLogs',
) {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many subscriptions have which end, or what is left of them. */
async function ends(db: Database) {
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

const audited = async (db: Database) =>
  (await db.selectFrom('auditLogs').select('type').orderBy('writtenAtMs').execute()).map(
    ({ type }) => type,
  );

test('more than one part of users has more time, each of them once', async () => {
  const { db, ask } = await open();
  await addManyUsers(db, many, seconds);
  const asked = { user: 'all', sub: 'Pro', expiry: '3' };
  expect(await ask('extend', asked)).toMatchObject({ success: true });
  expect(await ends(db)).toEqual([
    [days(3), null, many / 10],
    [days(13), null, many - many / 10],
  ]);
  const grants = await db.selectFrom('grants').select(['given', 'position']).execute();
  expect(grants).toHaveLength(many);
  expect(new Set(grants.map(({ given }) => given))).toEqual(new Set([days(3)]));
  expect(await audited(db)).toEqual(['extend']);
  expect(await ask('extend', { ...asked, activeOnly: '1' })).toMatchObject({ success: true });
  expect(await ends(db)).toEqual([
    [days(6), null, many / 10],
    [days(16), null, many - many / 10],
  ]);
});

test('an application is paused and resumed in parts, and nobody loses a second', async () => {
  const { db, ask } = await open();
  await addManyUsers(db, many, seconds);
  expect(await ask('pauseapp')).toMatchObject({ success: true });
  expect(await ends(db)).toEqual([
    [-1, null, many / 10],
    ['paused', days(10), many - many / 10],
  ]);
  expect(await ask('unpauseapp')).toMatchObject({ success: true });
  expect(await ends(db)).toEqual([
    [-1, null, many / 10],
    [days(10), null, many - many / 10],
  ]);
  expect(await audited(db)).toEqual(['pauseapp', 'unpauseapp']);
});

test('devices, variables, users whose time is over and the others go in parts', async () => {
  const { db, ask } = await open();
  await addManyUsers(db, many, seconds);
  expect(await ask('resetalluser')).toMatchObject({ success: true });
  expect(await countOf(db, 'devices')).toBe(0);
  expect(await ask('setvar', { user: 'all', var: 'one', data: 'x' })).toMatchObject({
    success: true,
  });
  expect(await ask('setvar', { user: 'all', var: 'ONE', data: 'y' })).toMatchObject({
    success: true,
  });
  const values = await db.selectFrom('userVariables').select(['name', 'value']).execute();
  expect(values).toHaveLength(many);
  expect(new Set(values.map(({ name, value }) => `${name}=${value}`))).toEqual(new Set(['one=y']));
  expect(await ask('massUserVarDelete', { name: 'one' })).toMatchObject({ success: true });
  expect(await ask('massUserVarDelete', { name: 'one' })).toMatchObject({ success: false });
  expect(await ask('delexpusers')).toMatchObject({ success: true });
  expect(await countOf(db, 'users')).toBe(many - many / 10);
  expect(await ask('delexpusers')).toMatchObject({
    success: false,
    message: 'No users are expired!',
  });
  expect((await ask('delappsub', { name: 'Pro' })).body).toMatchObject({
    users: String(many - many / 10),
  });
  expect(await ask('delallusers')).toMatchObject({ success: true });
  expect(await countOf(db, 'users')).toBe(0);
  expect(await ask('delallusers')).toMatchObject({ success: false });
});

test('licenses and lines of both logs go in parts', async () => {
  const { db, ask } = await open();
  await addManyLicenses(db, many, seconds);
  expect(await ask('addtime', { time: '2' })).toMatchObject({ success: true });
  const lengths = await db.selectFrom('licenses').select('seconds').distinct().execute();
  expect(lengths).toEqual([{ seconds: 60 + days(2) }]);
  expect(await ask('delused')).toMatchObject({ success: false });
  expect(await ask('delunused')).toMatchObject({ success: true });
  expect(await countOf(db, 'licenses')).toBe(0);
  await addManyLines(db, 'logs', many, seconds * 1000);
  expect(await ask('dellogs')).toMatchObject({ success: true });
  expect(await countOf(db, 'logs')).toBe(0);
  await addManyLines(db, 'auditLogs', many, seconds * 1000);
  expect(await ask('delauditlog')).toMatchObject({ success: true });
  expect(await audited(db)).toEqual(['delauditlog']);
});

/** Somebody else is at it: a claim of now, which nobody in this process takes over. */
async function begun(db: Database, type: string, request: object, claimedUntil = seconds + 3) {
  await db
    .insertInto('jobs')
    .values({
      ...{ applicationId: ownApplicationId, id: 'a job', type, request: JSON.stringify(request) },
      ...{ subject: ownPlanId, sellerKey: '', ip: '192.0.2.7', detail: 'user=all' },
      ...{ startedAt: seconds, pass: 0, place: nameOf(499).replace('many', 'id-many') },
      ...{ passed: 500, changed: 500, claimedUntil },
    })
    .execute();
}

const extension = { user: 'all', sub: 'Pro', expiry: '3', activeOnly: 0 } as const;
const { activeOnly: _none, ...asked } = extension;

test('asked again while it is under way, it says how far it is and adds nothing', async () => {
  const { db, ask } = await open({ after: () => () => {} });
  await addManyUsers(db, 20, seconds);
  await begun(db, 'extend', extension);
  const before = await ends(db);
  const again = await ask('extend', asked);
  expect(again).toMatchObject({
    status: 200,
    message: 'It is under way, and goes on by itself: 500 rows so far',
    body: { underway: { rows: '500', since: String(seconds) } },
  });
  for (const other of [
    () => ask('extend', { ...asked, expiry: '4' }),
    () => ask('delallusers'),
    () => ask('pauseapp'),
  ])
    expect(await other()).toMatchObject({
      status: 429,
      message:
        'Another change of everything is under way: try again when it is done. It is extend, 500 rows so far.',
    });
  expect(await ends(db)).toEqual(before);
  expect(await audited(db)).toEqual([]);
  // What is about one user only waits for nobody.
  expect(await ask('extend', { ...asked, user: nameOf(1) })).toMatchObject({
    message: 'Successfully extended user(s)!',
  });
});

test('one of another application is waited for by nobody here', async () => {
  const { service, db, ask } = await open({ after: () => () => {} });
  await addManyUsers(db, 20, seconds);
  await begun(db, 'extend', extension);
  const { id } = await addAnother(service, { id: 'another' });
  await db.updateTable('jobs').set({ applicationId: id }).execute();
  const theirs = () => db.selectFrom('jobs').selectAll().where('applicationId', '=', id).execute();
  const before = await theirs();
  expect(before).toHaveLength(1);
  expect(await ask('extend', asked)).toMatchObject({
    status: 200,
    message: 'Successfully extended user(s)!',
  });
  expect(await ask('resetalluser')).toMatchObject({ success: true });
  expect(await theirs()).toEqual(before);
});

/** Long changes that were left are looked for at once; all else that is done now and then is not. */
function soon(delayMs: number, then: () => void): () => void {
  const timer = delayMs === 2000 ? setTimeout(then, 10) : undefined;
  return () => {
    clearTimeout(timer);
  };
}

test('what somebody left is gone on with, from where it was', async () => {
  const { db, ask } = await open({ after: soon });
  await addManyUsers(db, many, seconds);
  await begun(db, 'extend', extension, seconds);
  await expect.poll(() => audited(db), { timeout: 15_000 }).toEqual(['extend']);
  // The first 500 had it already, as the row said; every tenth had ended.
  expect(await ends(db)).toEqual([
    [-1, null, 50],
    [days(3), null, many / 10 - 50],
    [days(10), null, 450],
    [days(13), null, many - many / 10 - 450],
  ]);
  expect(await db.selectFrom('auditLogs').select(['ip', 'detail']).execute()).toEqual([
    { ip: '192.0.2.7', detail: 'user=all' },
  ]);
  // And another one may begin.
  expect(await ask('resetalluser')).toMatchObject({ success: true });
});

/** With many users, and nobody who runs it. */
async function prepared(): Promise<string> {
  const dataFolder = folder();
  const before = await startTestService({ dataFolder, now: () => seconds * 1000 });
  await before.removeNeighbour();
  await addManyUsers(before.database, many, seconds);
  await before.close();
  return dataFolder;
}

test('a service that ends stops within a part, and the next one goes on', async () => {
  const dataFolder = await prepared();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let reached = () => {};
  const atSecond = new Promise<void>((resolve) => (reached = resolve));
  // The second part claims it, and is held there.
  const holding = (db: Database) =>
    db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows.some((row) => row['claimedUntil'] === seconds + 5)) {
          reached();
          await held;
        }
        return result;
      },
    });
  const service = await startService(
    {
      dataFolder,
      port: 0,
      logStream: { write: () => true },
      ...(await databaseOptionsOf(dataFolder)),
    },
    { now: () => seconds * 1000, databaseIn: holding },
  );
  onTestFinished(() => service.close());
  const answer = sellerOf({ url: service.url, app: ownApplication })('extend', asked);
  await atSecond;
  const closed = service.close();
  release();
  expect((await answer).body).toMatchObject({
    underway: { rows: String(2 * firstRows), since: String(seconds) },
  });
  await closed;
  const { db } = await open({ dataFolder });
  await expect.poll(() => audited(db), { timeout: 15_000 }).toEqual(['extend']);
  expect(await ends(db)).toEqual([
    [days(3), null, many / 10],
    [days(13), null, many - many / 10],
  ]);
});

const killed = fileURLToPath(new URL('../support/killed-in-job.ts', import.meta.url));

test('killed in the middle, it is finished by the next start, each row once', async () => {
  const dataFolder = await prepared();
  const env = { ...process.env, ...(await environmentOf(dataFolder)) };
  const child = spawn(process.execPath, [killed, dataFolder], {
    ...{ env, stdio: ['ignore', 'pipe', 'inherit'] },
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]; // Node's own
  expect([signal, said]).toEqual(['SIGKILL', 'asking\n']);
  // Long after the claim of the dead process.
  const { db } = await open({ dataFolder, now: () => Date.now() + 60_000 });
  await expect.poll(() => audited(db), { timeout: 15_000 }).toEqual(['extend']);
  const grants = await db.selectFrom('grants').select(['userId', 'given']).execute();
  expect(grants).toHaveLength(many);
  expect(new Set(grants.map(({ userId }) => userId)).size).toBe(many);
  const running = (await ends(db)).filter(([, , count]) => count === many - many / 10);
  expect(running).toEqual([[days(13), null, many - many / 10]]);
});

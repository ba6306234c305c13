// A bulk change that stops before its end: cancelled, or because its actor lost the right.
import { expect, onTestFinished, test } from 'vitest';
import { firstBatchRows } from '../src/api/batch-pace.ts';
import { runJob } from '../src/api/jobs.ts';
import type { Database } from '../src/database/schema.ts';
import { operationSets } from '../src/host/seller-operations.ts';
import { findPerson, sellerOfPerson } from '../src/features/people/people.ts';
import { hashToken } from '../src/secrets/token-hash.ts';
import { ownApplicationId as applicationId } from './support/own-application.ts';
import { openWithPeople } from './support/people.ts';
import { sellerOf } from './support/seller-client.ts';
import { startTestService } from './support/service.ts';
import { addManyUsers, days } from './jobs-parts.ts';
import { asked, begun, jobParts, ends, extension, many, open, seconds } from './jobs-opened.ts';

const job = { applicationId, id: 'a job' };

const run = (db: Database) => runJob(jobParts(db), job, operationSets);

type Opened = Awaited<ReturnType<typeof openWithPeople>>;
type SetUp = (opened: Opened) => Promise<string>;
type Loss = (opened: Opened) => Promise<unknown>;

const managersKey: SetUp = async ({ ask }) => {
  await ask('addAccount', { role: 'Manager', user: 'Mia', scopes: 'all' });
  const { body } = await ask('newaccountkey', { user: 'Mia' });
  return `key ${hashToken(String(body['sellerkey']))}`;
};
const onDesk: SetUp = async ({ service, parts, invite, accept }) => {
  await accept(await invite('Mia', { scopes: 'all' }));
  const mia = await findPerson(parts.db, 'testOwner1', 'Mia');
  const seller = mia && (await sellerOfPerson(parts.db, mia, service.app.name));
  return seller?.key.actor ?? '';
};
const owner: SetUp = async ({ parts: { db } }) => {
  const passwordHash = 'x';
  const person = {
    id: 'olga',
    ownerid: 'testOwner1',
    name: 'Olga',
    nameFold: 'olga',
    passwordHash,
  };
  await db
    .insertInto('people')
    .values({
      ...person,
      isOwner: 1,
      totpSecret: null,
      totpPendingSecret: null,
      totpPendingAt: null,
      createdAt: 1,
    })
    .execute();
  return 'owner olga';
};
const label = 'the shop';
const addedKey: SetUp = async ({ addKey }) => `key ${hashToken(await addKey('all', label))}`;

const ban: Loss = ({ ask }) => ask('banaccount', { user: 'Mia' });
const fewerScopes: Loss = ({ ask }) => ask('editaccount', { user: 'Mia', scopes: 'support' });
const losses: readonly (readonly [string, SetUp, Loss])[] = [
  ['a banned account with a key', managersKey, ban],
  ['a banned account on the desk', onDesk, ban],
  ['fewer scopes of a key', managersKey, fewerScopes],
  ['fewer scopes on the desk', onDesk, fewerScopes],
  ['an ended key of an account', managersKey, ({ ask }) => ask('endaccountkey', { user: 'Mia' })],
  ['a deleted account', onDesk, ({ ask }) => ask('deleteAccount', { user: 'Mia' })],
  [
    'an expired seller key',
    addedKey,
    ({ parts: { db } }) => db.updateTable('sellerKeys').set({ endsAt: seconds }).execute(),
  ],
  [
    'a changed scope of a seller key',
    addedKey,
    ({ parts: { db } }) => db.updateTable('sellerKeys').set({ scope: 'sell' }).execute(),
  ],
  [
    "a changed key of the application's own",
    ({ service }) => Promise.resolve(`key ${hashToken(service.app.sellerkey)}`),
    ({ parts: { db } }) =>
      db
        .updateTable('applications')
        .set({ sellerkeyHash: hashToken('another') })
        .execute(),
  ],
  [
    'an address that is not allowed any more',
    addedKey,
    ({ parts: { db } }) => db.updateTable('applications').set({ sellerAddress: '::1' }).execute(),
  ],
  [
    'an owner who is none any more',
    owner,
    ({ parts: { db } }) => db.updateTable('people').set({ isOwner: 0 }).execute(),
  ],
  ['a job without an actor', () => Promise.resolve(''), () => Promise.resolve()],
];

test.each(losses)('stops a bulk change for good: %s', async (_name, setUp, lose) => {
  const opened = await openWithPeople();
  const { db } = opened.parts;
  await addManyUsers(db, 600, seconds);
  const actor = await setUp(opened);
  await lose(opened);
  await begun(db, 'extend', extension, seconds + 3, actor);
  const before = await ends(db);
  expect(await run(db)).toMatchObject({
    cancelled: 'not-allowed',
    claimedUntil: null,
    passed: 500,
  });
  expect(await run(db)).toMatchObject({ cancelled: 'not-allowed', passed: 500 });
  expect(await ends(db)).toEqual(before);
  const lines = await db
    .selectFrom('auditLogs')
    .select('detail')
    .where('type', '=', 'extend')
    .execute();
  expect(lines).toEqual([{ detail: 'user=all cancelled, no longer allowed after 500 rows' }]);
});

test.each([
  ['a key of an account', managersKey],
  ['a person on the desk', onDesk],
  ['an owner', owner],
  ['a seller key', addedKey],
])('finishes the bulk change of %s', async (_name, setUp) => {
  const opened = await openWithPeople();
  const { db } = opened.parts;
  await addManyUsers(db, 600, seconds);
  await begun(db, 'extend', extension, seconds + 3, await setUp(opened));
  expect(await run(db)).toMatchObject({ cancelled: null, claimedUntil: null, passed: 600 });
});

test('answers that the operation was cancelled when its key expires between two parts', async () => {
  let now = seconds;
  const expiring = (db: Database) =>
    db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows.some((row) => row['claimedUntil'] === seconds + 5)) now = seconds + 20;
        return Promise.resolve(result);
      },
    });
  const service = await startTestService({ now: () => now * 1000, wrapDatabase: expiring });
  onTestFinished(() => service.close());
  await service.removeNeighbour();
  const { database: db } = service;
  await addManyUsers(db, many, seconds);
  const key = { id: 'short', applicationId, keyHash: hashToken('short'), label: 'short' };
  await db
    .insertInto('sellerKeys')
    .values({ ...key, scope: 'all', createdAt: seconds, endsAt: seconds + 10 })
    .execute();
  const answer = await sellerOf(service)('extend', { ...asked, sellerkey: 'short' });
  const rows = 2 * firstBatchRows;
  expect(answer).toMatchObject({
    status: 400,
    message: `The operation was cancelled. What it has done stays. It passed ${rows} rows.`,
    body: { code: 'bulk-cancelled', operation: 'extend', rows },
  });
  const extended = (await ends(db)).filter(([at]) => at === days(13) || at === days(3));
  expect(extended.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(rows);
});

test('shows and cancels a bulk change, which no process continues', async () => {
  const { db, ask } = await open();
  expect((await ask('jobs')).body).toMatchObject({ jobs: [] });
  await addManyUsers(db, many, seconds);
  await begun(db, 'extend', extension);
  const shown = { id: 'a job', operation: 'extend', detail: 'user=all', by: '', rows: '500' };
  const running = { ...shown, state: 'running', started: String(seconds), ended: '' };
  expect((await ask('jobs')).body['jobs']).toEqual([{ ...running, changed: '500' }]);
  expect(await ask('canceljob', { id: 'another' })).toMatchObject({
    body: { code: 'bulk-unknown' },
  });
  expect((await ask('canceljob', { id: 'a job' })).body).toMatchObject({ rows: '500' });
  expect(await run(db)).toMatchObject({ cancelled: 'requested', passed: 500 });
  expect((await ask('jobs')).body['jobs']).toMatchObject([
    { ...shown, state: 'cancelled', ended: String(seconds) },
  ]);
  expect(await ask('canceljob', { id: 'a job' })).toMatchObject({ success: false });
  expect((await ends(db)).filter(([at]) => at === days(13))).toEqual([]);
  const lines = await db.selectFrom('auditLogs').select(['type', 'detail']).execute();
  expect(lines).toHaveLength(2);
  expect(lines).toContainEqual({ type: 'extend', detail: 'user=all cancelled after 500 rows' });
  expect(lines).toContainEqual({ type: 'canceljob', detail: 'id=a job' });
  // The next change runs, and its row no longer says that it was cancelled.
  expect(await ask('extend', asked)).toMatchObject({ success: true });
  expect((await ask('jobs')).body['jobs']).toMatchObject([{ state: 'done', rows: String(many) }]);
});

// Changes of the seller API with a `challenge` have one effect (docs/protocol.md#repeated-changes).
import { expect, test } from 'vitest';
import { sellerApi } from '@latchkey/protocol/seller-api.ts';
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { sellerText } from './support/seller-client.ts';
import { openWithKeys, start } from './support/seller-keys.ts';
import { addManyUsers, days } from './jobs-parts.ts';
import { ends } from './jobs-opened.ts';

const challenge = 'a-challenge-of-the-shop';

async function open() {
  const opened = await openWithKeys();
  await opened.service.removeNeighbour();
  const { username } = await opened.service.addUser();
  const banned = async () => {
    const users = opened.service.database.selectFrom('users').select('bannedReason');
    const user = await users.where('username', '=', username).executeTakeFirstOrThrow();
    return user.bannedReason !== null;
  };
  const ban = () => opened.ask('banuser', { user: username, reason: 'x' });
  const unban = (more: Readonly<Record<string, string>> = {}) =>
    opened.ask('unbanuser', { user: username, challenge, ...more });
  return { ...opened, db: opened.service.database, username, banned, ban, unban };
}

test('a late copy of an acknowledged `unbanuser` keeps a later ban', async () => {
  const { ban, unban, banned, audit } = await open();
  await ban();
  const first = await unban();
  expect(first.success).toBe(true);
  await ban();
  expect(await unban()).toEqual(first);
  expect(await banned()).toBe(true);
  expect((await audit()).filter((line) => line.startsWith('unbanuser'))).toHaveLength(1);
});

test('a repetition in text gets the text of the first answer', async () => {
  const { service, username, ban } = await open();
  await ban();
  const request = { type: 'unbanuser', user: username, challenge };
  const first = await sellerText(service, request);
  await ban();
  expect(await sellerText(service, request)).toBe(first);
});

test('a challenge belongs to one seller key', async () => {
  const { ban, unban, banned, addKey } = await open();
  await ban();
  await unban();
  await ban();
  expect(await unban({ sellerkey: await addKey('support') })).toMatchObject({ success: true });
  expect(await banned()).toBe(false);
});

test('a challenge is refused for another operation and for other parameters', async () => {
  const { ask, ban, unban, username } = await open();
  await ban();
  await unban();
  const refusal = { status: 400, body: { code: 'challenge-used' } };
  expect(await ask('banuser', { user: username, reason: 'x', challenge })).toMatchObject(refusal);
  expect(await unban({ user: 'somebody' })).toMatchObject(refusal);
});

test('a challenge of another form is refused', async () => {
  const { unban } = await open();
  expect(await unban({ challenge: 'short' })).toMatchObject({
    body: { code: 'parameter-invalid', parameter: 'challenge' },
  });
});

test('results are replayed for a day, and none that a clock ahead of time wrote', async () => {
  const { ban, unban, banned, setNow } = await open();
  setNow(start + 100 * 86_400);
  await ban();
  await unban();
  setNow(start);
  await ban();
  await unban();
  expect(await banned()).toBe(false);
  await ban();
  setNow(start + 86_399);
  await unban();
  expect(await banned()).toBe(true);
  setNow(start + 86_400);
  await unban();
  expect(await banned()).toBe(false);
});

test('a refused change is not stored', async () => {
  const { ask, service } = await open();
  const request = { user: 'later', challenge };
  expect(await ask('banuser', { ...request, reason: 'x' })).toMatchObject({ success: false });
  await service.addUser({ username: 'later' });
  expect(await ask('banuser', { ...request, reason: 'x' })).toMatchObject({ success: true });
});

test('several copies at the same time have one effect', async () => {
  const { ask, db, username } = await open();
  const before = await ends(db);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      ask('extend', { user: username, sub: 'Pro', expiry: '3', challenge }),
    ),
  );
  expect(new Set(answers.map(({ message }) => message)).size).toBe(1);
  expect(answers.every(({ success }) => success)).toBe(true);
  expect(await ends(db)).toEqual(
    before.map(([end, left, of]) => [Number(end) + days(3), left, of]),
  );
});

test('a generated password is neither stored nor repeated', async () => {
  const { ask, db, username } = await open();
  const passwordOf = () => db.selectFrom('users').select('passwordHash').executeTakeFirstOrThrow();
  const first = await ask('resetpw', { user: username, challenge });
  expect(first.body['password']).toBeTypeOf('string');
  const hash = await passwordOf();
  expect(await ask('resetpw', { user: username, challenge })).toMatchObject({
    status: 400,
    body: { code: 'already-made' },
  });
  expect(await passwordOf()).toEqual(hash);
});

test('keys of a repeated order are read again, others are not repeated', async () => {
  const { ask, db } = await open();
  const order = { expiry: '1', order: 'A-1', challenge };
  const { key } = (await ask('add', order)).body;
  expect((await ask('add', order)).body).toMatchObject({ key, repeated: true });
  const other = { expiry: '1', challenge: `${challenge}-2` };
  await ask('add', other);
  expect(await ask('add', other)).toMatchObject({ body: { code: 'already-made' } });
  expect(await db.selectFrom('licenses').select('key').execute()).toHaveLength(2);
});

test('readings and dry runs ignore a challenge', async () => {
  const { ask, db, username } = await open();
  for (const dryrun of ['1', '0'])
    await ask('banuser', {
      user: username,
      reason: 'x',
      challenge,
      ...(dryrun === '1' && { dryrun }),
    });
  for (const text of ['one', 'two'])
    expect(await ask('findkey', { text, challenge })).toMatchObject({ success: true });
  expect(await db.selectFrom('repeats').select('request').execute()).toHaveLength(1);
});

test('a bulk change in several parts runs once', async () => {
  const { ask, db } = await open();
  await db.deleteFrom('users').execute();
  await addManyUsers(db, 600, start);
  const request = { user: 'all', sub: 'Pro', expiry: '3', challenge };
  const first = await ask('extend', request);
  expect(first.success).toBe(true);
  const after = await ends(db);
  expect(await ask('extend', request)).toEqual(first);
  await ask('setvar', { user: 'all', var: 'x', data: 'y', challenge: `${challenge}-2` });
  // The later change has replaced the job.
  expect(await ask('extend', request)).toMatchObject({ body: { code: 'already-made' } });
  expect(await ends(db)).toEqual(after);
});

test('a repetition gets the progress while its bulk change runs', async () => {
  const { ask, db } = await open();
  await db.deleteFrom('users').execute();
  await addManyUsers(db, 600, start);
  const request = { user: 'all', sub: 'Pro', expiry: '3', challenge };
  await ask('extend', request);
  await db
    .updateTable('jobs')
    .set({ claimedUntil: start + 5, passed: 321 })
    .execute();
  expect(await ask('extend', request)).toMatchObject({ body: { underway: { rows: '321' } } });
});

/** Fields of changes that may be stored. Others are listed in `secrets` of their operation. */
const harmless = [
  ...['ignored', 'order', 'repeated', 'refunded', 'warning', 'info', 'takenBack', 'givenBack'],
  ...['dryrun', 'deleted', 'address', 'expires', 'ended', 'erased', 'users', 'id', 'size'],
  ...['sha256', 'chunks', 'sequence', 'version', 'rollout', 'required', 'state', 'unchanged'],
  ...['removed', 'webid', 'rows', 'shop', 'subject', 'text', 'html', 'orders', 'kind', 'feature'],
];

test('each field of a change is known to be harmless or a secret', () => {
  const specs = Object.entries<SellerSpec>(sellerApi);
  const unknown = specs
    .filter(([, { changes, isLookUp }]) => changes !== null && isLookUp !== true)
    .flatMap(([type, { answer, secrets = [] }]) =>
      Object.keys(answer.shape)
        .filter((field) => !harmless.includes(field) && !secrets.includes(field))
        .map((field) => `${type}: ${field}`),
    );
  expect(unknown).toEqual([]);
});

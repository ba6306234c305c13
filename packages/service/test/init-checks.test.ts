// What `init` requires if the application asks for it: a token and the hash of the program.
import { tokenLookupKey } from '../src/secrets/at-rest.ts';
import { expect, test } from 'vitest';
import { sellerOf } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';

const md5 = 'a1'.repeat(16);
const otherMd5 = 'b2'.repeat(16);
const thash = 'C3'.repeat(32);

async function open() {
  const wire = await openWire({ interleave: true });
  const { service, send } = wire;
  const ask = sellerOf(service);
  const app = service.database.updateTable('applications');
  const init = async (more: Record<string, string> = {}) =>
    (await send({ type: 'init', ver: service.app.version, ...more })).body;
  const sessions = async () =>
    (await service.database.selectFrom('sessions').selectAll().execute()).length;
  const addToken = async () => (await ask('addtoken')).body['token'] as string; // as its schema says
  return { service, ask, app, init, sessions, addToken };
}

test('init requires neither token nor hash by default', async () => {
  const { init } = await open();
  expect(await init({ token: 'x', thash: 'y', hash: 'z' })).toMatchObject({ success: true });
});

test('requires a known token that is not banned and always has the same file hash', async () => {
  const { ask, app, init, sessions, addToken } = await open();
  await app.set({ tokenSystem: 1 }).execute();
  const token = await addToken();
  const refusals = [
    [{}, 'token-missing', 'Token Must Be Provided'],
    [{ token: '' }, 'token-missing', 'Token Must Be Provided'],
    [{ token }, 'token-hash-missing', 'Hash Must Be Provided'],
    [{ token: 'x'.repeat(32), thash }, 'token-unknown', 'Token Invalid'],
  ] as const;
  for (const [shown, reason, message] of refusals)
    expect(await init(shown)).toMatchObject({ reason, message });
  expect(await sessions()).toBe(0);
  expect(await init({ token, thash })).toMatchObject({ success: true });
  expect((await ask('fetchalltokens')).body['tokens']).toMatchObject([
    { status: 'Used', hash: thash.toLowerCase() },
  ]);
  expect(await init({ token, thash: thash.toLowerCase() })).toMatchObject({ success: true });
  expect(await init({ token, thash: 'd'.repeat(64) })).toMatchObject({
    reason: 'token-hash-differs',
    message: 'Token File Hashes Must Be The Same',
  });
  await ask('bantoken', { token, reason: 'Leaked.' });
  expect(await init({ token, thash })).toMatchObject({
    reason: 'token-banned',
    bannedReason: 'Leaked.',
    message:
      'The Token Has Been Blacklisted For The Following Reason: Leaked. Contact Application Developer If This Is A Mistake',
  });
  await ask('bantoken', { token });
  expect(await init({ token, thash })).toMatchObject({
    reason: 'token-banned',
    message: 'The Token Has Been Blacklisted',
  });
  expect(await sessions()).toBe(2);
});

test('distinguishes the tokens of one application', async () => {
  const { ask, app, init, addToken } = await open();
  await app.set({ tokenSystem: 1 }).execute();
  const [own, unused, banned] = [await addToken(), await addToken(), await addToken()];
  await ask('bantoken', { token: banned });
  expect(await init({ token: own, thash })).toMatchObject({ success: true });
  expect(await init({ token: banned, thash })).toMatchObject({ reason: 'token-banned' });
  const hashes = (
    (await ask('fetchalltokens')).body['tokens'] as { token: string; hash: unknown }[]
  ) // as its schema says
    .map(({ token, hash }) => [token, hash]);
  expect(new Map(hashes as [string, unknown][])).toEqual(
    new Map([
      [own, thash.toLowerCase()],
      [unused, null],
      [banned, null],
    ]),
  );
});

test('checks the token before the version, and binds the token only if a session opens', async () => {
  const { ask, app, init, addToken } = await open();
  await app.set({ tokenSystem: 1 }).execute();
  const token = await addToken();
  expect(await init({ ver: 'old' })).toMatchObject({ reason: 'token-missing' });
  expect(await init({ ver: 'old', token, thash })).toMatchObject({ reason: 'update-required' });
  expect((await ask('fetchalltokens')).body['tokens']).toMatchObject([{ hash: null }]);
});

test('only one of several concurrent first uses binds a token', async () => {
  const { app, init, sessions, addToken } = await open();
  await app.set({ tokenSystem: 1 }).execute();
  const token = await addToken();
  const hashes = Array.from({ length: 20 }, (_, index) => String(index).padStart(64, '0'));
  const bodies = await Promise.all(hashes.map((hash) => init({ token, thash: hash })));
  expect(bodies.filter(({ success }) => success === true)).toHaveLength(1);
  expect(bodies.filter(({ reason }) => reason === 'token-hash-differs')).toHaveLength(19);
  expect(await sessions()).toBe(1);
});

test('a token of another application is unknown', async () => {
  const { service, app, init } = await open();
  const { database } = service;
  const row = await database.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  const other = { ...row, id: 'other', name: 'Other', sellerkeyHash: 'other' };
  await database.insertInto('applications').values(other).execute();
  // Its lookup key is valid here, so only its application id keeps it out.
  const token = tokenLookupKey(service.secret, row.id, 'theirs');
  const theirs = { token, kind: 'user', assigned: '', bannedReason: null } as const;
  await database
    .insertInto('tokens')
    .values({ ...theirs, applicationId: 'other', hash: null, createdAt: 1 })
    .execute();
  await app.set({ tokenSystem: 1 }).execute();
  expect(await init({ token: 'theirs', thash })).toMatchObject({ reason: 'token-unknown' });
});

test('the first program becomes the reference, and others are refused', async () => {
  const { service, app, init, sessions } = await open();
  await app.set({ hashCheck: 1 }).execute();
  const altered = {
    reason: 'program-altered',
    message:
      "This program hash does not match, make sure you're using latest version (setting hashcheck)",
  };
  for (const none of [{}, { hash: '' }, { hash: 'no hash' }] as Record<string, string>[])
    expect(await init(none)).toMatchObject(altered);
  expect(await init({ hash: md5, ver: 'old' })).toMatchObject({ reason: 'update-required' });
  expect(await init({ hash: md5.toUpperCase() })).toMatchObject({ success: true });
  expect(await init({ hash: md5 })).toMatchObject({ success: true });
  for (const hash of [otherMd5, md5.slice(0, 16)])
    expect(await init({ hash })).toMatchObject(altered);
  expect(await sessions()).toBe(2);
  const { database } = service;
  expect(await database.selectFrom('programHashes').select('hash').execute()).toEqual([
    { hash: md5 },
  ]);
  const { id: applicationId } = await database
    .selectFrom('applications')
    .select('id')
    .executeTakeFirstOrThrow();
  await database.insertInto('programHashes').values({ applicationId, hash: otherMd5 }).execute();
  for (const hash of [md5, otherMd5]) expect(await init({ hash })).toMatchObject({ success: true });
});

test('only one of several concurrent first requests stores its hash as the reference', async () => {
  const { service, app, init } = await open();
  await app.set({ hashCheck: 1 }).execute();
  const hashes = Array.from({ length: 20 }, (_, index) => String(index).padStart(32, '0'));
  const bodies = await Promise.all(hashes.map((hash) => init({ hash })));
  expect(bodies.filter(({ success }) => success === true)).toHaveLength(1);
  const stored = await service.database.selectFrom('programHashes').select('hash').execute();
  expect(stored).toHaveLength(1);
});

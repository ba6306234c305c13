// Tokens in the seller API: their owners, and what sellers see. init-checks covers their use.
import { tokenLookupKey } from '../src/secrets/at-rest.ts';
import { expect, test } from 'vitest';
import { addOtherApplication } from './support/another-application.ts';
import { sellerOf, sellerText } from './support/seller-client.ts';
import { openWithKeys } from './support/seller-keys.ts';
import { openWire } from './support/service-client.ts';

async function open() {
  const { service } = await openWire();
  const ask = sellerOf(service);
  const list = async () => (await ask('fetchalltokens')).body['tokens'] as unknown[]; // as its schema says
  return { service, ask, list };
}

test('creates a token for a user, for a license, or for neither', async () => {
  const { service, ask, list } = await open();
  const { username } = await service.addUser();
  const key = await service.addLicense({ days: 1 });
  const made = [
    await ask('addtoken', { user: username }),
    await ask('addtoken', { key }),
    await ask('addtoken'),
  ];
  for (const { message, body } of made) {
    expect(message).toBe('Successfully created token!');
    expect(body['token']).toMatch(/^[0-9a-f]{32}$/);
  }
  const common = { status: 'Not Used', banned: false, reason: null, hash: null };
  expect(await list()).toEqual(
    expect.arrayContaining([
      { ...common, token: made[0]?.body['token'], assigned: username, type: 'user' },
      { ...common, token: made[1]?.body['token'], assigned: key, type: 'license' },
      { ...common, token: made[2]?.body['token'], assigned: '', type: 'user' },
    ]),
  );
  expect((await ask('fetchalltokens', { limit: '2' })).body).toMatchObject({ more: true });
});

test('rejects an unknown user or license, and a request with both', async () => {
  const { service, ask, list } = await open();
  const { username } = await service.addUser();
  const key = await service.addLicense({ days: 1 });
  expect((await ask('addtoken', { user: 'nobody' })).message).toBe('User not found!');
  expect((await ask('addtoken', { key: 'nothing' })).message).toBe('Key Not Found');
  expect((await ask('addtoken', { user: username, key })).message).toBe('Send either user or key.');
  expect(await list()).toEqual([]);
});

test('format=text returns only the token', async () => {
  const { service, list } = await open();
  const text = await sellerText(service, { type: 'addtoken' });
  expect(await list()).toMatchObject([{ token: text }]);
});

test('bans a token with and without a reason, and unbans it', async () => {
  const { ask, list } = await open();
  const { token } = (await ask('addtoken')).body as { token: string };
  expect((await ask('bantoken', { token, reason: 'Leaked' })).message).toBe(
    'Successfully banned token!',
  );
  expect(await list()).toMatchObject([{ banned: true, reason: 'Leaked' }]);
  await ask('bantoken', { token });
  expect(await list()).toMatchObject([{ banned: true, reason: '' }]);
  expect((await ask('unbantoken', { token })).message).toBe('Successfully unbanned token!');
  expect(await list()).toMatchObject([{ banned: false, reason: null }]);
});

test('removes a token, and rejects changes of a missing one', async () => {
  const { ask, list } = await open();
  const { token } = (await ask('addtoken')).body as { token: string };
  expect((await ask('deltoken', { token })).message).toBe('Successfully deleted token!');
  expect(await list()).toEqual([]);
  for (const type of ['deltoken', 'bantoken', 'unbantoken'])
    expect(await ask(type, { token })).toMatchObject({ status: 400, message: 'Token not found!' });
});

test('cannot reach tokens of another application, and writes no token to the audit log', async () => {
  const { service, ask, list } = await open();
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
  expect(await list()).toEqual([]);
  for (const type of ['deltoken', 'bantoken', 'unbantoken'])
    expect((await ask(type, { token: 'theirs' })).success).toBe(false);
  const { token: own } = (await ask('addtoken')).body as { token: string };
  await ask('bantoken', { token: own, reason: 'Leaked' });
  await ask('deltoken', { token: own });
  const audit = await database.selectFrom('auditLogs').selectAll().execute();
  expect(audit.map(({ type, detail }) => [type, detail])).toEqual(
    expect.arrayContaining([
      ['addtoken', ''],
      ['bantoken', 'reason=Leaked'],
      ['deltoken', ''],
    ]),
  );
  expect(JSON.stringify(audit)).not.toContain(own);
});

test('deleting unused licenses keeps the tokens of used licenses and of another application', async () => {
  const { service, ask, list } = await open();
  const { username } = await service.addUser();
  const [used, unused] = ['USED-0123456789', 'FREE-0123456789'];
  const next = await addOtherApplication(service, { id: 'next-door' });
  const theirs = sellerOf({ url: service.url, app: { ...service.app, ...next } });
  for (const seller of [ask, theirs])
    for (const mask of [used, unused]) {
      await seller('add', { mask, expiry: '1', force: '1' });
      await seller('addtoken', { key: mask });
    }
  await ask('assignkey', { user: username, key: used });
  expect((await ask('delunused')).success).toBe(true);
  expect(await list()).toMatchObject([{ assigned: used }]);
  expect((await theirs('fetchalltokens')).body['tokens']).toHaveLength(2);
});

test('a scope without unused keys sees a used key, even if the key is unused in another application', async () => {
  const { service, ask, addKey } = await openWithKeys();
  const { username } = await service.addUser();
  const [used, unused] = ['USED-0123456789', 'FREE-0123456789'];
  const next = await addOtherApplication(service, { id: 'next-door' });
  const theirs = sellerOf({ url: service.url, app: { ...service.app, ...next } });
  for (const seller of [ask, theirs])
    for (const mask of [used, unused]) await seller('add', { mask, expiry: '1', force: '1' });
  await ask('assignkey', { user: username, key: used });
  for (const key of [used, unused]) await ask('addtoken', { key });
  const sellerkey = await addKey('read');
  const { tokens } = (await ask('fetchalltokens', { sellerkey })).body as {
    tokens: { assigned: string }[];
  }; // as its schema says
  expect(tokens.map(({ assigned }) => assigned)).toContain(used);
  expect(JSON.stringify(tokens)).not.toContain(unused);
});

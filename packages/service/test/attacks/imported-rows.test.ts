// Attack: hostile rows, and seller keys that may not import, try to reach other data by an import.
import { expect, test } from 'vitest';
import { sellerScopes } from '@latchkey/protocol/seller-scopes.ts';
import { openWithOther } from '../support/neighbour-application.ts';
import { openWithKeys } from '../support/seller-keys.ts';
import { dump, rowsWith } from '../support/table-dump.ts';
import { day, fullUsers, open, postRows } from '../imports-parts.ts';

test('rows reach no user, license or subscription of another application', async () => {
  const { database, nextDoor, url, app, ask } = await openWithOther();
  const before = rowsWith(await dump(database), nextDoor.id);
  const send = async (kind: string, rows: readonly unknown[]) =>
    (await postRows({ url, app }, { kind, rows: JSON.stringify(rows) })).answer['rows'];
  // All names are those of the other application's rows.
  const key = { key: 'Anna', expires: day, usedby: 'Anna', order: 'Anna' };
  const warning = 'No user is named "Anna", so nobody redeemed it.';
  expect(await send('keys', [key])).toEqual([{ state: 'created', warning }]);
  const hash = '$2b$04$abcdefghijklmnopqrstuuKvlWQHqSqgaKfIGXM0eKXRzDvVbXw4e';
  expect(
    await send('users', [
      {
        username: 'Anna',
        passwordHash: hash,
        subscriptions: [{ subscription: 'Anna', seconds: 9 }],
      },
      { username: 'Anna', passwordHash: hash, hwids: ['Anna-device'], banned: 'x' },
    ]),
  ).toMatchObject([{ code: 'subscription-unknown' }, { state: 'created' }]);
  expect(rowsWith(await dump(database), nextDoor.id)).toEqual(before);
  expect((await ask('info', { key: 'Anna' })).body).toMatchObject({ usedby: '' });
});

test('only a key with the scope all imports, also dry', async () => {
  const { addKey, service, audit } = await openWithKeys();
  for (const scope of sellerScopes.filter((one) => one !== 'all'))
    for (const dryrun of ['0', '1']) {
      const sellerkey = await addKey(scope, `${scope}${dryrun}`);
      const parameters = { sellerkey, kind: 'users', dryrun, rows: '[{"username":"anna"}]' };
      const { answer } = await postRows(service, parameters);
      expect(answer).toMatchObject({ success: false, code: 'scope-missing' });
    }
  const sellerkey = await addKey('all', 'imports');
  const rows = '[{"username":"anna"},{"username":"ANNA"}]';
  await postRows(service, { sellerkey, kind: 'users', dryrun: '1', rows });
  expect(await audit()).toContain('imports importrows dryrun=1 kind=users');
  const { length } = await service.database.selectFrom('users').select('id').execute();
  expect(length).toBe(0);
});

test('more rows or bytes than allowed are refused as a whole', async () => {
  const { service, content } = await open();
  const before = await content();
  const many = JSON.stringify(Array.from({ length: 501 }, () => ({})));
  expect((await postRows(service, { kind: 'users', rows: many })).answer).toMatchObject({
    code: 'parameter-invalid',
    parameter: 'rows',
  });
  const large = JSON.stringify([{ username: 'anna', banned: 'x'.repeat(65 * 1024) }]);
  expect((await postRows(service, { kind: 'users', rows: large })).status).toBe(413);
  for (const rows of ['', '{}', '[]', 'null', '[', '"x"', '[1'])
    expect((await postRows(service, { kind: 'keys', rows })).answer).toMatchObject({
      success: false,
      parameter: 'rows',
    });
  expect(await content()).toEqual(before);
});

test('values of a row stay text: markup, formulas, prototypes and statements', async () => {
  const { rowsOf, ask, service } = await open();
  const names = [
    '<img src=x onerror=alert(1)>',
    '=HYPERLINK("http://x.example")',
    "'; drop table users; --",
    '__proto__',
    'constructor',
  ];
  const answered = await rowsOf(
    'users',
    names.map((username) => ({ username, banned: username })),
  );
  expect(answered.map(({ state }) => state)).toEqual(names.map(() => 'created'));
  const stored = await service.database.selectFrom('users').select('username').execute();
  expect(stored.map(({ username }) => username)).toEqual(expect.arrayContaining(names));
  for (const row of [
    '{"username":"eve","__proto__":{"banned":"x"}}',
    '{"username":"eve","banned":{"toString":1}}',
    '{"username":["eve"]}',
    '{"username":"e\\u0000ve"}',
    '{"username":"\\ud800"}',
    '{"username":"eve","subscriptions":[{"subscription":"Pro","seconds":1e300}]}',
    '{"username":"eve","subscriptions":[{"subscription":"Pro","expiry":-1}]}',
  ]) {
    const { answer } = await postRows(service, { kind: 'users', rows: `[${row}]` });
    expect(answer['rows'], row).toMatchObject([{ state: 'problem' }]);
  }
  expect((await ask('userdata', { user: 'eve' })).success).toBe(false);
});

test('a request can hold more computers than a statement of SQLite has values', async () => {
  const { rowsOf } = await open();
  const users = Array.from({ length: 75 }, (_, user) => ({
    username: `user${user}`,
    banned: '',
    hwids: Array.from({ length: 100 }, (_one, at) => at.toString(36)),
  }));
  for (const { state } of await rowsOf('users', users)) expect(state).toBe('created');
});

test('neither audit log nor log holds a hash, a password or a key of the rows', async () => {
  const { send, service } = await open();
  await send('users', [...fullUsers(1), { username: 'ben', password: 'a-secret-word' }]);
  await send('keys', [{ key: 'SECRET-KEY-1234', expires: 60 }]);
  const logged = await service.database.selectFrom('auditLogs').select('detail').execute();
  for (const text of ['$2b$', 'a-secret-word', 'SECRET-KEY', 'user0']) {
    expect(JSON.stringify(logged)).not.toContain(text);
    expect(service.logText()).not.toContain(text);
  }
});

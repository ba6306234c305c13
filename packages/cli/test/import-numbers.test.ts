// Numbers and times of an imported document are not lost: digits that JavaScript would round, and time
// without an end.
import { expect, test } from 'vitest';
import { openBench } from './support/cli.ts';

test('import keeps the digits of long order numbers, names and keys', async () => {
  const { service, run } = await openBench();
  const digits = '12345678901234567890';
  const document = `{"format":"latchkey-export","version":1,
    "licenses":[
      {"key":${digits},"level":1,"days":30,"order":${digits}},
      {"key":"other","level":1,"days":30,"order":12345678901234567891},
      {"key":"small","level":1,"days":30,"order":10042.0}],
    "users":[{"username":${digits},"subscriptions":[{"subscription":"Pro","days":1.5}]}]}`;
  const ran = await run('import - --allow-short', { stdin: document });
  expect(ran.stderr).not.toContain('not JSON');
  const rows = await service.database
    .selectFrom('licenses')
    .select(['key', 'orderNumber'])
    .orderBy('key')
    .execute();
  expect(rows).toEqual([
    { key: digits, orderNumber: digits },
    { key: 'other', orderNumber: '12345678901234567891' },
    { key: 'small', orderNumber: '10042' },
  ]);
});

test('a user whose time has ended is created, and a paused one without its time is not', async () => {
  const { service, run } = await openBench();
  const user = (username: string, time: object) => ({
    username,
    subscriptions: [{ subscription: 'Pro', ...time }],
  });
  const users = [
    user('ended', { timeleft: '0' }),
    user('paused', { paused: '1', timeleft: '60' }),
    user('lost', { paused: '1', expiry: '2099-12-31' }),
  ];
  const document = { format: 'latchkey-export', version: 1, users };
  const ran = await run('import - --without-passwords', { stdin: JSON.stringify(document) });
  expect(ran.stdout).toContain('lost: Row 3: "timeleft" of "Pro" is missing, and it is paused');
  const stored = await service.database
    .selectFrom('users')
    .leftJoin('subscriptions', 'subscriptions.userId', 'users.id')
    .select(['username', 'remainingSeconds'])
    .orderBy('username')
    .execute();
  expect(stored).toEqual([
    { username: 'ended', remainingSeconds: null },
    { username: 'paused', remainingSeconds: 60 },
  ]);
});

// The history of users: one row for each sign-in, refusal and redeem
// (docs/helping.md#the-history-of-a-user).
import { describe, expect, test } from 'vitest';
import { maskAddress } from '../src/features/history/history-rows.ts';
import { maxUnprovedRows } from '../src/features/history/history.ts';
import { openHistory, otherHwid } from './history-parts.ts';
import { hwid } from './support/service-client.ts';

describe('a row is written', () => {
  test('for a sign-in, with address, computer and version, and none for a check', async () => {
    const { service, historyOf, logIn, send } = await openHistory();
    const [anna, ben] = [await service.addUser({ username: 'anna' }), await service.addUser()];
    const { sessionid, reason } = await logIn(anna, { computer: 'LAPTOP', system: 'Windows' });
    expect(reason).toBe('ok');
    for (let check = 0; check < 3; check += 1) await send({ type: 'check', sessionid });
    const rows = await historyOf('anna');
    const device = rows[0]?.device ?? '';
    expect(device).toMatch(/^[\w-]{22}$/);
    expect(rows).toEqual([
      {
        date: '1800000000',
        username: 'anna',
        operation: 'login',
        outcome: 'ok',
        device,
        ip: '127.0.0.1',
        computer: 'LAPTOP',
        version: service.app.version,
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain(hwid.slice(0, 8));
    expect(await historyOf(ben.username)).toEqual([]);
  });

  test('once for a repeated request', async () => {
    const { service, outcomesOf, logIn, send } = await openHistory();
    const anna = await service.addUser({ username: 'anna' });
    const { sent } = await logIn(anna);
    expect((await send(sent)).body).toMatchObject({ success: true });
    const wrong = await logIn({ ...anna, password: 'wrong' });
    expect((await send(wrong.sent)).body).toMatchObject({ reason: 'bad-credentials' });
    expect(await outcomesOf('anna')).toEqual(['login bad-credentials', 'login ok']);
  });

  test.each([
    ['banned', { banned: 'Chargeback' }, {}],
    ['no-subscription', { subscription: 'none' }, {}],
    ['subscription-paused', { subscription: 'paused' }, {}],
    ['code-needed', { totp: true }, {}],
    ['bad-code', { totp: true }, { code: '000000' }],
    ['wrong-device', {}, { hwid: otherHwid }],
  ] as const)('for the refusal %s, also if it rolls back', async (reason, user, more) => {
    const { service, outcomesOf, logIn } = await openHistory();
    const anna = await service.addUser({ username: 'anna', ...user });
    await service.bindDevice('anna', hwid);
    expect((await logIn(anna, more)).reason).toBe(reason);
    expect(await outcomesOf('anna')).toEqual([`login ${reason}`]);
  });

  test('for an offer to remove a computer, and for the sign-in that removes it', async () => {
    const { ask, service, outcomesOf, logIn, send } = await openHistory();
    await ask('updatesettings', { resets: '2' });
    const anna = await service.addUser({ username: 'anna' });
    await service.bindDevice('anna', hwid);
    const { sessionid, body } = await logIn(anna, { hwid: otherHwid, computer: 'NEW' });
    const { ticket, computers } = body as { ticket: string; computers: { id: string }[] }; // checked below
    expect(body).toMatchObject({ reason: 'wrong-device' });
    const removal = { sessionid, ticket, id: computers[0]?.id ?? '' };
    expect((await send({ type: 'removecomputer', ...removal })).body['success']).toBe(true);
    expect(await outcomesOf('anna')).toEqual(['removecomputer ok', 'login wrong-device']);
  });

  test('for redeems by users and by sellers, and for refused ones', async () => {
    const { ask, service, outcomesOf, historyOf, send, init } = await openHistory();
    await service.addUser({ username: 'anna' });
    const [one, other] = [
      await service.addLicense({ days: 1 }),
      await service.addLicense({ days: 1 }),
    ];
    const upgrade = { type: 'upgrade', sessionid: await init(), username: 'anna' };
    await send({ ...upgrade, key: one });
    await send({ ...upgrade, key: one });
    await send({ ...upgrade, key: 'NO-SUCH-KEY' });
    await ask('assignkey', { user: 'anna', key: other });
    expect(await outcomesOf('anna')).toEqual([
      ...['assignkey ok', 'upgrade key-unknown', 'upgrade key-used', 'upgrade ok'],
    ]);
    expect((await historyOf('anna'))[0]).toMatchObject({ ip: '', device: '', version: '' });
    const key = await service.addLicense({ days: 1 });
    await ask('activate', { user: 'clara', key, pass: 'a pass phrase' });
    expect(await outcomesOf('clara')).toEqual(['activate ok']);
  });

  test('for registrations and for sign-ins by a license key', async () => {
    const { service, outcomesOf, send, init } = await openHistory();
    const [one, other] = [
      await service.addLicense({ days: 1 }),
      await service.addLicense({ days: 1 }),
    ];
    const register = { type: 'register', username: 'dora', pass: 'a pass phrase', key: one, hwid };
    await send({ ...register, sessionid: await init() });
    expect(await outcomesOf('dora')).toEqual(['register ok']);
    for (let time = 0; time < 2; time += 1)
      await send({ type: 'license', sessionid: await init(), key: other, hwid });
    expect(await outcomesOf(other)).toEqual(['license ok', 'license ok']);
  });
});

test('an attempt that a spent budget refuses is not recorded', async () => {
  const { service, outcomesOf, logIn } = await openHistory();
  const anna = await service.addUser({ username: 'anna' });
  const reasons: unknown[] = [];
  for (let attempt = 0; attempt < 7; attempt += 1)
    reasons.push((await logIn({ ...anna, password: 'wrong' })).reason);
  expect(reasons.slice(-2)).toEqual(['rate-limited', 'rate-limited']);
  expect(await outcomesOf('anna')).toEqual(Array(5).fill('login bad-credentials'));
});

test('strangers cause at most 100 rows a day for a user, and never hide a sign-in', async () => {
  const { service, pass, outcomesOf, logIn, refill } = await openHistory();
  const anna = await service.addUser({ username: 'anna' });
  const ben = await service.addUser({ username: 'ben' });
  const guess = async (user = anna) => {
    await refill();
    expect((await logIn({ ...user, password: 'wrong' })).reason).toBe('bad-credentials');
  };
  for (let attempt = 0; attempt < maxUnprovedRows + 3; attempt += 1) await guess();
  expect(await outcomesOf('anna')).toHaveLength(maxUnprovedRows);
  await guess(ben);
  expect(await outcomesOf('ben')).toHaveLength(1);
  await refill();
  expect((await logIn(anna)).reason).toBe('ok');
  expect((await logIn(anna, { hwid: otherHwid })).reason).toBe('wrong-device');
  expect((await outcomesOf('anna')).slice(0, 2)).toEqual(['login wrong-device', 'login ok']);
  pass(86_400);
  await guess();
  expect(await outcomesOf('anna')).toHaveLength(maxUnprovedRows + 3);
});

test('fetchhistory returns pages, newest first, of one user or of all users', async () => {
  const { ask, service, pass, historyOf, logIn } = await openHistory();
  await service.removeNeighbour();
  const [anna, ben] = [
    await service.addUser({ username: 'anna' }),
    await service.addUser({ username: 'ben' }),
  ];
  for (const user of [anna, ben, anna]) {
    pass(60);
    await logIn(user);
  }
  const namesOf = (rows: unknown) => (rows as { username: string }[]).map((row) => row.username);
  const all = (await ask('fetchhistory')).body;
  expect(namesOf(all['history'])).toEqual(['anna', 'ben', 'anna']);
  const page = (await ask('fetchhistory', { limit: '1', offset: '1' })).body;
  expect([namesOf(page['history']), page['more']]).toEqual([['ben'], true]);
  const dates = (await historyOf('anna')).map(({ date }) => Number(date) - 1_800_000_000);
  expect(dates).toEqual([180, 60]);
  expect((await ask('fetchhistory', { user: 'nobody' })).message).toBe('User not found!');
});

test('the scope read sees addresses without their last part', async () => {
  const { addKey, service, historyOf, logIn } = await openHistory();
  const anna = await service.addUser({ username: 'anna' });
  await logIn(anna);
  await service.database
    .updateTable('history')
    .set({ ip: '2001:db8:1:2:3:4:5:6' })
    .where('outcome', '=', 'ok')
    .execute();
  await logIn({ ...anna, password: 'wrong' });
  const seenBy = async (scope: 'read' | 'support') => {
    const rows = await historyOf('anna', { sellerkey: await addKey(scope) });
    return rows.map(({ ip }) => ip);
  };
  expect(await seenBy('read')).toEqual(['127.0.0.*', '2001:db8:1::*']);
  expect(await seenBy('support')).toEqual(['127.0.0.1', '2001:db8:1:2:3:4:5:6']);
});

test.each([
  ['203.0.113.7', '203.0.113.*'],
  ['2001:db8::1', '2001:db8:0::*'],
  ['::1', '0:0:0::*'],
  ['', ''],
])('the address %j is masked as %j', (ip, masked) => {
  expect(maskAddress(ip)).toBe(masked);
});

test('the name of a user who signs in by a key is masked for the scope support', async () => {
  const { ask, addKey, service, send, init } = await openHistory();
  const key = await service.addLicense({ days: 1 });
  await send({ type: 'license', sessionid: await init(), key, hwid });
  const sellerkey = await addKey('support');
  const { body } = await ask('fetchhistory', { sellerkey });
  expect(JSON.stringify(body)).not.toContain(key);
  expect(body['history']).toMatchObject([{ username: `****${key.slice(-4)}` }]);
});

test('the history is deleted with its user', async () => {
  const { ask, service, logIn } = await openHistory();
  const [anna, ben] = [
    await service.addUser({ username: 'anna' }),
    await service.addUser({ username: 'ben' }),
  ];
  await logIn(anna);
  await logIn(ben);
  await ask('deluser', { user: 'anna' });
  const rows = await service.database
    .selectFrom('history')
    .innerJoin('users', 'users.id', 'history.userId')
    .select('username')
    .where('username', 'in', ['anna', 'ben'])
    .execute();
  expect(rows).toEqual([{ username: 'ben' }]);
});

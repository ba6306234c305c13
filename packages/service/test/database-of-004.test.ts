// A database of version 004, the last without a ledger: nothing is lost, and users notice nothing.
import { expect, test } from 'vitest';
import { openDatabase004, writeSigningKey } from './support/old-database.ts';
import { sellerOf } from './support/seller-client.ts';
import { hwid, openWire } from './support/service-client.ts';

const day = 86_400;

async function open() {
  const old = await openDatabase004();
  const { content } = old;
  writeSigningKey(old.data);
  const wire = await openWire({ dataFolder: old.data, now: () => content.now * 1000 });
  const { service } = wire;
  const ask = sellerOf(service);
  const check = async (user: string) => {
    const { body } = await wire.send({ type: 'check', sessionid: content.sessions[user] ?? '' });
    return body['success'] === true ? body['info'] : body['reason'];
  };
  const count = async (table: string) =>
    (await old.raw.selectFrom(table).selectAll().execute()).length;
  return { ...wire, ask, check, count, content, keys: content.keys };
}

test('keeps every row, and adds one grant with the remaining time to each subscription', async () => {
  const { ask, count, content } = await open();
  for (const [table, rows] of Object.entries(content.tables)) {
    const name = table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    expect(await count(name), table).toBe(rows.length);
  }
  const subscriptions = content.tables['subscriptions'] ?? [];
  expect(await count('grants')).toBe(subscriptions.length);
  const banned = (content.tables['users'] ?? []).filter((user) => user['bannedReason'] !== null);
  expect(await count('bans')).toBe(banned.length);
  const own = content.tables['applications']?.find(({ name }) => name === 'Test Application');
  for (const { id, username, applicationId } of content.tables['users'] ?? []) {
    if (applicationId !== own?.['id']) continue;
    const subs = (await ask('usergrants', { user: String(username) })).body['subs'] as {
      timeleft: number;
      grants: { left: number }[];
    }[]; // as its schema says
    const before = subscriptions
      .filter(({ userId }) => userId === id)
      .map(({ expiresAt, remainingSeconds }) =>
        Number(remainingSeconds ?? Math.max(0, Number(expiresAt) - content.now)),
      );
    expect(subs.map(({ timeleft }) => timeleft).sort(), String(username)).toEqual(before.sort());
    for (const { timeleft, grants } of subs)
      expect(grants.map(({ left }) => left)).toEqual([timeleft]);
  }
});

test('shops keep creating keys for bodies without an order number', async () => {
  const { ask, service } = await open();
  expect((await ask('getsettings')).body).toMatchObject({ unknownorders: 'make' });
  const rows = await service.database.selectFrom('applications').select('unknownOrders').execute();
  expect(new Set(rows.map(({ unknownOrders }) => unknownOrders))).toEqual(new Set(['make']));
});

test('sessions stay signed in until their key is banned, which revokes exactly its grants', async () => {
  const { ask, send, check, init, service, keys, content } = await open();
  await ask('delblacks');
  const ends = { expiry: String(content.now + 28 * day) };
  expect(await check('registered')).toMatchObject({ subscriptions: [ends, ends] });
  const seconds = 28 * day;
  const ban = await ask('ban', { key: keys['registered'] ?? '' });
  expect(ban.body['takenBack']).toEqual([
    { user: 'registered', subscription: 'Extra', seconds },
    { user: 'registered', subscription: 'Pro', seconds },
  ]);
  expect(await check('registered')).toBe('no-subscription');
  expect(await check('upgraded')).toMatchObject({ username: 'upgraded' });
  // The user of that name in the other application.
  const other = { ...service.app, name: 'Other Application' };
  const sessionid = String((await send({ type: 'init', name: other.name }))['body']['sessionid']);
  const login = { type: 'login', name: other.name, sessionid, username: 'registered', hwid };
  expect((await send({ ...login, pass: 'other pass' })).body).toMatchObject({ success: true });
  const unban = await ask('unban', { key: keys['registered'] ?? '' });
  expect(unban.body['givenBack']).toEqual(ban.body['takenBack']);
  const again = { type: 'login', sessionid: await init(), username: 'registered', hwid };
  expect((await send({ ...again, pass: 'pass of registered' })).body).toMatchObject({
    info: { subscriptions: [ends, ends] },
  });
});

test('time from a second key or a seller becomes one grant of unknown origin, which no ban revokes', async () => {
  const { ask, check, keys } = await open();
  const second = await ask('ban', { key: keys['second'] ?? '' });
  expect(second.message).toMatch(/No time was revoked/);
  expect(second.body['takenBack']).toEqual([]);
  // The first key granted two subscriptions, but in one of them the second key obscures its share.
  expect((await ask('ban', { key: keys['upgraded'] ?? '' })).body['takenBack']).toEqual([
    { user: 'upgraded', subscription: 'Extra', seconds: 28 * day },
  ]);
  expect(await check('upgraded')).toMatchObject({ username: 'upgraded' });
  const { body } = await ask('usergrants', { user: 'upgraded' });
  expect(body['subs']).toMatchObject([
    { subscription: 'Extra', grants: [{ source: 'key', key: keys['upgraded'], revokedby: 'ban' }] },
    { subscription: 'Max', grants: [{ source: 'unknown', left: 3 * day }] },
    { subscription: 'Pro', grants: [{ source: 'unknown', left: 38 * day }] },
  ]);
});

test('paused and banned users stay paused and banned, and get their time back afterwards', async () => {
  const { ask, check, send, init, keys } = await open();
  // Bans of that version blacklisted the address and the device that all users here share.
  await ask('delblacks');
  expect(await check('banned')).toBe('banned');
  expect(await check('barred')).toBe('banned');
  const login = async (username: string) => {
    const request = { type: 'login', sessionid: await init(), username, hwid };
    return (await send({ ...request, pass: `pass of ${username}` })).body;
  };
  expect(await login('paused')).toMatchObject({ reason: 'subscription-paused' });
  await ask('unpauseuser', { username: 'paused' });
  const left = (days: number) => ({ info: { subscriptions: [{ timeleft: days * day }, {}] } });
  expect(await login('paused')).toMatchObject(left(18));
  // The ban of the key included its user.
  await ask('unban', { key: keys['banned'] ?? '' });
  expect(await login('banned')).toMatchObject(left(38));
  expect(await login('barred')).toMatchObject({ reason: 'banned', bannedReason: 'rude' });
  await ask('unbanuser', { user: 'barred' });
  expect(await login('barred')).toMatchObject(left(38));
  expect(await login('ended')).toMatchObject({ reason: 'no-subscription' });
});

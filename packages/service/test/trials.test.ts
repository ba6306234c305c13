// Free trials: one for each computer, a few for each network and day (docs/protocol.md#trials).
import { expect, test } from 'vitest';
import { trialMemorySeconds, trialsPerDay } from '@latchkey/protocol/limits.ts';
import { behindProxy, sendFrom } from './support/many-addresses.ts';
import { sellerOf } from './support/seller-client.ts';
import { hwid, openWire, type Parameters } from './support/service-client.ts';

const begin = 1_800_000_000;
const day = 86_400;
const computer = (at: number) => `${at}`.padStart(64, 'c');

async function open(trialdays = '14') {
  const clock = { seconds: begin };
  const now = () => clock.seconds * 1000;
  const wire = await openWire({ now, interleave: true, ...behindProxy });
  const { service } = wire;
  const ask = sellerOf(service);
  await ask('editsub', { sub: 'Pro', trialdays });
  const from = sendFrom(service);
  const send = async (parameters: Parameters, address = '198.51.100.1') =>
    (await from(address, parameters)).body;
  const begins = async (parameters: Parameters, address?: string) => {
    const { sessionid } = await send({ type: 'init' }, address);
    const account = { pass: 'tea', hwid, ...parameters };
    return send({ type: 'trial', sessionid: String(sessionid), ...account }, address);
  };
  const users = async () => (await ask('fetchallusers')).body['users'] as readonly object[]; // as its schema
  return { clock, wire, ask, send, trial: begins, users };
}

test('init offers the trial of the subscription that has one, and trial makes account and time', async () => {
  const { wire, ask, send, trial } = await open();
  expect(await send({ type: 'init' })).toMatchObject({ success: true, trialdays: 14 });
  const body = await trial({ username: 'anna' });
  expect(body).toMatchObject({
    success: true,
    info: {
      username: 'anna',
      subscriptions: [{ subscription: 'Pro', expiry: String(begin + 14 * day) }],
    },
  });
  expect(JSON.stringify((await ask('usergrants', { user: 'anna' })).body)).toContain(
    `"source":"trial","key":null,"actor":"","at":"${begin}","given":${14 * day}`,
  );
  const { body: stats } = await ask('series');
  expect(stats['series']).toContainEqual(
    expect.objectContaining({ trials: 1, newusers: 1, redeemed: 0, signins: 1 }),
  );
  const { body: history } = await ask('fetchhistory', { user: 'anna' });
  expect(history['history']).toMatchObject([{ operation: 'trial', outcome: 'ok' }]);
  expect(await wire.signIn({ username: 'anna', password: 'tea' })).toBeTypeOf('string');
});

test('the event of a trial has the subscription and its time instead of a key', async () => {
  const { wire, ask, trial } = await open();
  await ask('addwebhook', { baseurl: 'https://hook.example/', events: 'register' });
  await trial({ username: 'anna' });
  const sent = await wire.service.database.selectFrom('deliveries').select('body').execute();
  expect(sent.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    {
      event: 'register',
      facts: { username: 'anna', subscription: 'Pro', seconds: 14 * day, ip: '198.51.100.1' },
    },
  ]);
});

test('an application without trials offers none', async () => {
  const { ask, send, trial } = await open();
  await ask('editsub', { sub: 'Pro', trialdays: '0' });
  expect(await send({ type: 'init' })).not.toHaveProperty('trialdays');
  expect(await trial({ username: 'anna' })).toMatchObject({ reason: 'type-unknown' });
});

test('a trial belongs to one subscription: another one takes it, and its deletion ends it', async () => {
  const { ask, send } = await open();
  await ask('addsub', { name: 'Try', level: '8', trialdays: '7' });
  const listed = async () => (await ask('fetchallsubs')).body['subs'];
  const pro = { name: 'Pro', level: '1', computers: '1', gracedays: '0' };
  const other = { name: 'Try', level: '8', computers: '1', gracedays: '0' };
  expect(await listed()).toEqual([pro, { ...other, trialdays: '7' }]);
  await ask('editsub', { sub: 'Pro', trialdays: '0' });
  expect(await listed()).toEqual([pro, { ...other, trialdays: '7' }]);
  await ask('editsub', { sub: 'Try', level: '9' });
  expect(await send({ type: 'init' })).toMatchObject({ trialdays: 7 });
  await ask('delappsub', { name: 'Try' });
  expect(await listed()).toEqual([pro]);
  expect(await send({ type: 'init' })).not.toHaveProperty('trialdays');
  expect((await ask('editsub', { sub: 'Pro', trialdays: '366' })).status).toBe(400);
});

test('20 concurrent trials of a computer from 20 networks make one account', async () => {
  const { trial, users } = await open();
  const before = (await users()).length;
  const bodies = await Promise.all(
    Array.from({ length: 20 }, (_, at) => trial({ username: `user-${at}` }, `203.0.${at}.1`)),
  );
  expect(bodies.filter(({ success }) => success === true)).toHaveLength(1);
  expect(bodies.filter(({ reason }) => reason === 'trial-used')).toHaveLength(19);
  expect(await users()).toHaveLength(before + 1);
});

test('20 concurrent trials of a network make as many accounts as a day allows', async () => {
  const { trial } = await open();
  const bodies = await Promise.all(
    Array.from({ length: 20 }, (_, at) => trial({ username: `user-${at}`, hwid: computer(at) })),
  );
  expect(bodies.filter(({ success }) => success === true)).toHaveLength(trialsPerDay);
  expect(bodies.filter(({ reason }) => reason === 'trial-limit')).toHaveLength(20 - trialsPerDay);
});

test('concurrent trials that are refused leave the trials of their network', async () => {
  const { trial } = await open();
  const bodies = await Promise.all(
    Array.from({ length: 4 }, (_, at) => trial({ username: `user-${at}` })),
  );
  expect(bodies.filter(({ success }) => success === true)).toHaveLength(1);
  for (let at = 1; at < trialsPerDay; at += 1)
    expect(await trial({ username: `other-${at}`, hwid: computer(at) })).toMatchObject({
      success: true,
    });
  expect(await trial({ username: 'last', hwid: computer(9) })).toMatchObject({
    reason: 'trial-limit',
  });
});

test('the grace of its subscription is added to a trial', async () => {
  const { clock, wire, ask, trial } = await open();
  await ask('editsub', { sub: 'Pro', gracedays: '3' });
  await trial({ username: 'anna' });
  const user = { username: 'anna', password: 'tea' };
  clock.seconds += 17 * day - 1;
  expect(await wire.signIn(user)).toBeTypeOf('string');
  clock.seconds += 1;
  const login = { type: 'login', username: 'anna', pass: 'tea', hwid };
  expect((await wire.send({ ...login, sessionid: await wire.init() })).body).toMatchObject({
    reason: 'no-subscription',
  });
});

test('a network gets more trials after a day, and refused ones do not count', async () => {
  const { clock, trial } = await open();
  for (let at = 0; at < 3; at += 1) {
    expect(await trial({ username: `user-${at}`, hwid: computer(at) })).toMatchObject({
      success: true,
    });
    expect(await trial({ username: `other-${at}`, hwid: computer(at) })).toMatchObject({
      reason: 'trial-used',
    });
  }
  const next = { username: 'next', hwid: computer(9) };
  expect(await trial(next)).toMatchObject({ reason: 'trial-limit' });
  expect(await trial({ ...next, username: 'x' }, '198.51.101.1')).toMatchObject({ success: true });
  clock.seconds += day;
  expect(await trial({ username: 'later', hwid: computer(10) })).toMatchObject({ success: true });
});

test('a deleted account does not give its computer another trial', async () => {
  const { clock, wire, ask, trial } = await open();
  await trial({ username: 'anna' });
  await ask('deluser', { user: 'anna' });
  expect(await trial({ username: 'anna' })).toMatchObject({ reason: 'trial-used' });
  const stored = await wire.service.database.selectFrom('trials').selectAll().execute();
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain(hwid);
  expect(stored[0]?.expiresAt).toBe(clock.seconds + trialMemorySeconds);
});

test('trial checks computer, name and blacklist as register does', async () => {
  const { wire, ask, trial } = await open();
  await wire.service.addUser({ username: 'bob' });
  const refused = (reason: string) => ({ success: false, reason });
  expect(await trial({ username: 'bob' })).toMatchObject(refused('username-taken'));
  expect(await trial({ username: 'none' })).toMatchObject(refused('username-reserved'));
  expect(await trial({ username: 'anna', hwid: 'short' })).toMatchObject(
    refused('device-id-invalid'),
  );
  await ask('updatesettings', { forcehwid: '0' });
  const { body } = await wire.send({
    ...{ type: 'trial', sessionid: await wire.init() },
    ...{ username: 'anna', pass: 'tea' },
  });
  expect(body).toMatchObject(refused('device-id-invalid'));
  await ask('black', { hwid });
  expect(await trial({ username: 'anna' })).toMatchObject(refused('blacklisted'));
  await ask('delblack', { data: hwid, blacktype: 'hwid' });
  expect(await trial({ username: 'anna' })).toMatchObject({ success: true });
});

test('a computer or a network with no trial left does not learn which names are taken', async () => {
  const { wire, trial } = await open();
  await wire.service.addUser({ username: 'bob' });
  for (let at = 0; at < trialsPerDay; at += 1)
    await trial({ username: `user-${at}`, hwid: computer(at) });
  for (const username of ['bob', 'free']) {
    const refusalOf = (at: number) => trial({ username, hwid: computer(at) });
    expect(await refusalOf(0)).toMatchObject({ reason: 'trial-used' });
    expect(await refusalOf(9)).toMatchObject({ reason: 'trial-limit' });
  }
});

test('a trial takes no e-mail, so that nobody asks who is a customer or holds an address', async () => {
  const { wire, ask, trial } = await open();
  await wire.service.addUser({ username: 'bob' });
  await ask('editemail', { user: 'bob', email: 'bob@example.com' });
  expect(await trial({ username: 'eve', email: 'bob@example.com' })).toMatchObject({
    success: true,
  });
  const other = { username: 'mallory', hwid: computer(1), email: 'free@example.com' };
  expect(await trial(other)).toMatchObject({ success: true });
  expect(await ask('editemail', { user: 'bob', email: 'free@example.com' })).toMatchObject({
    status: 200,
  });
});

test('a key that a user redeems after the trial keeps account and data', async () => {
  const { clock, wire, ask, send, trial } = await open();
  await trial({ username: 'anna' });
  await ask('setvar', { user: 'anna', var: 'saved', data: 'game', readOnly: '0' });
  clock.seconds += 20 * day;
  const login = async () => {
    const { sessionid } = await send({ type: 'init' });
    const user = { username: 'anna', pass: 'tea', hwid };
    return send({ type: 'login', sessionid: String(sessionid), ...user });
  };
  expect(await login()).toMatchObject({
    reason: 'no-subscription',
    lapsed: [{ subscription: 'Pro', expiry: String(begin + 14 * day), paused: false }],
  });
  const key = await wire.service.addLicense({ days: 30 });
  const { sessionid } = await send({ type: 'init' });
  const redeem = { type: 'upgrade', sessionid: String(sessionid), username: 'anna', key };
  expect(await send(redeem)).toMatchObject({ success: true });
  expect(await login()).toMatchObject({
    info: { subscriptions: [{ expiry: String(clock.seconds + 30 * day) }] },
  });
  expect((await ask('getvar', { user: 'anna', var: 'saved' })).body).toMatchObject({
    response: 'game',
  });
});

// The events that webhooks receive, from the request to the signed message.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { eventNames } from '@latchkey/protocol/seller/event-names.ts';
import { openEventTarget, type ReceivedRequest } from './support/event-target.ts';
import { hwid, openWire } from './support/service-client.ts';
import { sellerOf } from './support/seller-client.ts';

interface Message {
  readonly event: string;
  readonly facts: Readonly<Record<string, string>>;
}

async function open(events: string = eventNames.join(',')) {
  const target = await openEventTarget();
  const plain = await openWire({ outbound: { allowPrivateAddresses: [target.host] } });
  const { service } = plain;
  /** Settles deliveries after each request, because events of a second may arrive in any order. */
  const send: typeof plain.send = async (...given) => {
    const answer = await plain.send(...given);
    await service.deliveriesSettled();
    return answer;
  };
  const wire = { ...plain, send };
  const ask = sellerOf(wire.service);
  const { body } = await ask('addwebhook', { baseurl: `${target.url}/`, events });
  /** Returns the messages since the last call, once everything is sent. */
  const received = async (): Promise<Message[]> => {
    await wire.service.deliveriesSettled();
    return target.received.splice(0).map(({ body: text }) => JSON.parse(text) as Message);
  };
  return {
    target,
    wire,
    ask,
    received,
    secret: String(body['secret']),
    webid: String(body['webid']),
  };
}

const ip = '127.0.0.1';

test('a sign-in sends an event, signed with the secret of the webhook', async () => {
  const { target, wire, ask, secret, webid } = await open();
  const user = await wire.service.addUser();
  await wire.signIn(user);
  await wire.service.deliveriesSettled();
  const nothing: ReceivedRequest = { path: '', headers: {}, body: '' };
  const [{ headers, body } = nothing, ...others] = target.received;
  expect(others).toEqual([]);
  expect(JSON.parse(body)).toMatchObject({
    event: 'login',
    facts: { username: user.username, ip },
  });
  const timestamp = String(headers['x-latchkey-timestamp']);
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  expect(headers['x-latchkey-signature']).toBe(signature);
  const { deliveries } = (await ask('fetchdeliveries', { webid })).body;
  expect(deliveries).toMatchObject([
    { webid, event: 'login', status: 'delivered', attempts: 1, next: null, laststatus: 200 },
  ]);
  expect(JSON.stringify(deliveries)).not.toContain(target.host);
});

test('a failed sign-in sends its reason, and the name only if the user exists', async () => {
  const { wire, received } = await open();
  const { username, password: pass } = await wire.service.addUser({ totp: true });
  const banned = await wire.service.addUser({ banned: 'Shared' });
  const sessionid = await wire.init();
  const login = (more: Readonly<Record<string, string>>) =>
    wire.send({ type: 'login', sessionid, username, pass, hwid, ...more });
  await login({ pass: 'wrong' });
  await login({ username: 'a password in the wrong field' });
  await login({});
  await login({ code: '000000' });
  await login({ username: banned.username, pass: banned.password });
  await login({ sessionid: 'gone' });
  expect(await received()).toMatchObject([
    { event: 'login-failed', facts: { username, ip, reason: 'bad-credentials' } },
    { event: 'login-failed', facts: { ip, reason: 'bad-credentials' } },
    { event: 'login-failed', facts: { username, ip, reason: 'bad-code' } },
    { event: 'login-failed', facts: { username: banned.username, ip, reason: 'banned' } },
  ]);
});

test('registrations and license sign-ins send the license only masked', async () => {
  const { wire, received } = await open();
  const [key, other] = [
    await wire.service.addLicense({ days: 1 }),
    await wire.service.addLicense({ days: 1 }),
  ];
  const masked = (license: string) => `****${license.slice(-4)}`;
  const sessionid = await wire.init();
  const user = { username: 'Ada', pass: 'a password' };
  await wire.send({ type: 'register', sessionid, ...user, key, hwid });
  await wire.send({ type: 'license', sessionid, key: other, hwid });
  await wire.send({ type: 'license', sessionid, key: other, hwid });
  await wire.send({ type: 'license', sessionid, key: 'nobody-has-this-KEY1', hwid });
  const messages = await received();
  expect(messages).toMatchObject([
    { event: 'register', facts: { username: 'Ada', license: masked(key) } },
    { event: 'register', facts: { username: masked(other), license: masked(other) } },
    { event: 'login', facts: { username: masked(other) } },
    { event: 'login-failed', facts: { license: '****KEY1', reason: 'key-unknown' } },
  ]);
  for (const secret of [key, other, user.pass, sessionid])
    expect(JSON.stringify(messages)).not.toContain(secret);
});

test('a redeem and a failed redeem send events', async () => {
  const { wire, received } = await open();
  const { username } = await wire.service.addUser();
  const key = await wire.service.addLicense({ days: 1 });
  const license = `****${key.slice(-4)}`;
  const sessionid = await wire.init();
  const upgrade = (more: Readonly<Record<string, string>>) =>
    wire.send({ type: 'upgrade', sessionid, username, key, ...more });
  await upgrade({});
  await upgrade({});
  await upgrade({ key: 'unknown-key-1' });
  await upgrade({ username: 'nobody', key: await wire.service.addLicense({ days: 1 }) });
  const messages = await received();
  expect(messages).toMatchObject([
    { event: 'redeem', facts: { username, ip, license, subscription: 'Pro' } },
    { event: 'redeem-failed', facts: { username, license, reason: 'key-used' } },
    { event: 'redeem-failed', facts: { username, license: '****ey-1', reason: 'key-unknown' } },
    { event: 'redeem-failed', facts: { ip, reason: 'user-unknown' } },
  ]);
  expect(messages[3]?.facts).not.toHaveProperty('username');
});

test('a ban and a log message each send an event', async () => {
  const { wire, received } = await open('ban,log');
  const user = await wire.service.addUser();
  const sessionid = await wire.signIn(user);
  const { username } = user;
  await wire.send({ type: 'log', sessionid, message: 'something', pcuser: 'PC' });
  await wire.send({ type: 'ban', sessionid, reason: 'debugger' });
  expect(await received()).toMatchObject([
    { event: 'log', facts: { username, message: 'something', pcuser: 'PC' } },
    { event: 'ban', facts: { username, ip, reason: 'debugger' } },
  ]);
});

test('a webhook gets only its own events, and none after its deletion', async () => {
  const { wire, ask, received, webid } = await open('redeem-failed');
  const user = await wire.service.addUser();
  const sessionid = await wire.signIn(user);
  expect(await received()).toEqual([]);
  const rows = () => wire.service.database.selectFrom('deliveries').select('id').execute();
  expect(await rows()).toEqual([]);
  await ask('delwebhook', { webid });
  const { username } = user;
  await wire.send({ type: 'upgrade', sessionid, username, key: 'unknown-key-1' });
  expect(await received()).toEqual([]);
  expect(await rows()).toEqual([]);
});

test('the events of concurrently added webhooks are all stored', async () => {
  const { wire, ask, target } = await open('ban');
  const more = ['login', 'log', 'redeem', 'redeem'];
  await Promise.all(
    more.map((events, index) => ask('addwebhook', { baseurl: `${target.url}/${index}`, events })),
  );
  const { eventNames: all } = await wire.service.database
    .selectFrom('applications')
    .select('eventNames')
    .executeTakeFirstOrThrow();
  expect(all).toBe('ban,log,login,redeem');
});

test('a redirecting, silent or failing target never fails a sign-in', async () => {
  const { wire, target } = await open('login');
  for (const status of [500, 302, null]) {
    target.answers[''] = status;
    const user = await wire.service.addUser();
    const arrived = target.next();
    await wire.signIn(user);
    await arrived;
    if (status !== null) await wire.service.deliveriesSettled();
    await wire.service.database.deleteFrom('deliveries').execute();
  }
  expect(target.received).toHaveLength(3);
});

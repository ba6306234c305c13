// Which addresses and devices a ban blacklists, and for how long.
import { expect, test } from 'vitest';
import { sellerOf } from './support/seller-client.ts';
import { behindProxy, signInFrom } from './support/many-addresses.ts';
import type { TestServiceOptions } from './support/service.ts';
import { openWire } from './support/service-client.ts';

const now = 1_900_000_000;
const here = '127.0.0.1';

/** An application with default settings; users have separate addresses behind a trusted proxy. */
async function openAsMade(options: TestServiceOptions = behindProxy) {
  const wire = await openWire({ now: () => now * 1000, ...options });
  const ask = sellerOf(wire.service);
  const signInFromHere = await signInFrom(wire.service);
  const signIn = async (address: string, username: string) => {
    const hwid = `device of ${username} `.padEnd(64, 'x');
    const pass = `pass of ${username}`;
    const { body } = await signInFromHere(address, username, pass, { hwid });
    return body['success'] === true ? 'signed in' : body['reason'];
  };
  const add = async (...names: string[]) => {
    for (const username of names)
      await wire.service.addUser({ username, password: `pass of ${username}` });
  };
  const listed = async () => (await ask('fetchallblacks')).body['blacklists'];
  return { ...wire, ask, signIn, add, listed };
}

test('a ban covers the user and their devices, but not other users at the same address', async () => {
  const { ask, signIn, add, listed } = await openAsMade();
  await add('ann', 'ben', 'cleo');
  const office = '198.51.100.20';
  for (const name of ['ann', 'ben']) expect(await signIn(office, name)).toBe('signed in');
  const { body } = await ask('banuser', { user: 'ann' });
  expect(body).toEqual({
    success: true,
    message: 'Successfully banned user!',
    address: 'not-asked',
  });
  expect(await signIn(office, 'ann')).toBe('banned');
  expect(await signIn(office, 'ben')).toBe('signed in');
  expect(await signIn(office, 'cleo')).toBe('signed in');
  expect(await listed()).toMatchObject([{ type: 'hwid' }]);
});

test('a ban covers the address only if the request or the application requires it', async () => {
  const { service, ask, signIn, add } = await openAsMade();
  await add('ann', 'ben', 'cleo', 'dora');
  const [office, home] = ['198.51.100.20', '198.51.100.30'];
  await signIn(office, 'ann');
  await signIn(home, 'ben');
  expect((await ask('banuser', { user: 'ann', address: '1' })).body['address']).toBe('blacklisted');
  expect(await signIn(office, 'cleo')).toBe('blacklisted');
  expect(await signIn(home, 'cleo')).toBe('signed in');
  await ask('unbanuser', { user: 'ann' });
  expect(await signIn(office, 'cleo')).toBe('signed in');
  await ask('updatesettings', { banaddress: '1' });
  expect((await ask('getsettings')).body['banaddress']).toBe(true);
  expect((await ask('banuser', { user: 'ben', address: '0' })).body['address']).toBe('not-asked');
  expect((await ask('banuser', { user: 'ben' })).body['address']).toBe('blacklisted');
  expect(await signIn(home, 'dora')).toBe('blacklisted');
  expect((await ask('banuser', { user: 'dora' })).message).toBe(
    'Successfully banned user! No IP of the user is known.',
  );
  // A ban of a key that includes its user follows the same setting.
  const key = await service.addLicense({ days: 5 });
  await ask('assignkey', { user: 'ann', key });
  await ask('ban', { key, userToo: '1' });
  expect(await signIn(office, 'cleo')).toBe('blacklisted');
});

test('a ban never covers an address that all clients share, and the answer says why', async () => {
  const { ask, signIn, add, listed, init, send } = await openAsMade({});
  await add('ann', 'ben', 'cleo');
  for (const name of ['ann', 'ben']) expect(await signIn('unheard', name)).toBe('signed in');
  const banned = await ask('banuser', { user: 'ann', address: '1' });
  expect(banned.body['address']).toBe('shared');
  expect(banned.message).toMatch(/^Successfully banned user! .* --trust-proxy 127\.0\.0\.1\.$/);
  expect(await ask('black', { ip: here })).toMatchObject({ status: 400 });
  await ask('updatesettings', { banaddress: '1' });
  const sessionid = await init();
  const login = { type: 'login', sessionid, username: 'cleo', hwid: 'c'.repeat(64) };
  expect((await send({ ...login, pass: 'pass of cleo' })).body).toMatchObject({ success: true });
  expect((await send({ type: 'ban', sessionid })).body).toMatchObject({ success: true });
  expect(await signIn('unheard', 'cleo')).toBe('banned');
  expect(await signIn('unheard', 'ann')).toBe('banned');
  expect(await signIn('unheard', 'ben')).toBe('signed in');
  expect(await listed()).toMatchObject([{ type: 'hwid' }]);
  // Other private addresses can belong to one client.
  expect((await ask('black', { ip: '10.0.0.7' })).success).toBe(true);
});

test('bans are recorded separately, and the user stays banned until the last one is lifted', async () => {
  const { service, ask, signIn, add } = await openAsMade();
  await add('ann', 'ben');
  const keys = [await service.addLicense({ days: 5 }), await service.addLicense({ days: 5 })];
  for (const key of keys) await ask('assignkey', { user: 'ann', key });
  const [one = '', other = ''] = keys;
  const reason = async () => (await ask('userdata', { user: 'ann' })).body['banned'];
  const ban = (key: string, why: string) => ask('ban', { key, reason: why, userToo: '1' });
  await ban(one, 'shared');
  await ban(one, 'stolen');
  expect(await reason()).toBe('stolen');
  await ask('unban', { key: one });
  expect(await reason()).toBeNull();

  await ban(one, 'stolen');
  await ban(other, 'stolen');
  await ask('unban', { key: one });
  expect(await reason()).toBe('stolen');
  expect(await signIn('198.51.100.20', 'ann')).toBe('banned');
  await ask('unban', { key: other });
  expect(await reason()).toBeNull();
  expect(await signIn('198.51.100.20', 'ann')).toBe('signed in');

  await ask('banuser', { user: 'ann', reason: 'rude' });
  await ban(one, 'stolen');
  await ask('ban', { key: other });
  for (const key of keys) await ask('unban', { key });
  expect(await reason()).toBe('rude');
  await ban(one, 'stolen');
  await ask('unbanuser', { user: 'ann' });
  expect(await reason()).toBeNull();
  // The license is still banned; lifting that ban changes nothing for the user.
  await ask('unban', { key: one });
  expect(await reason()).toBeNull();
  expect(await signIn('198.51.100.20', 'ben')).toBe('signed in');
});

test('an address stays blacklisted until the last ban that covers it is lifted', async () => {
  const { service, ask, signIn, add } = await openAsMade();
  await add('ann', 'ben');
  await signIn('198.51.100.20', 'ann');
  const key = await service.addLicense({ days: 5 });
  await ask('assignkey', { user: 'ann', key });
  await ask('ban', { key, userToo: '1', address: '1' });
  await ask('banuser', { user: 'ann' });
  expect(await signIn('198.51.100.20', 'ben')).toBe('blacklisted');
  await ask('unban', { key });
  expect(await signIn('198.51.100.20', 'ann')).toBe('banned');
  expect(await signIn('198.51.100.20', 'ben')).toBe('signed in');
});

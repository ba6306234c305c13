// The customers' page over HTTP: sign-in, what a user owns, and changes.
import { expect, test } from 'vitest';
import { sessionHeader } from '@latchkey/protocol/desk-api.ts';
import { openWithPage } from './support/page.ts';
import { sellerOf } from './support/seller-client.ts';
import { hwid } from './support/service-client.ts';

const refused = (code: string, status = 400) => ({ status, body: { success: false, code } });
const signedOut = refused('signed-out', 401);
const firefox = { 'user-agent': 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Firefox/140.0' };

test('says whose page it is, and nothing about names without a page', async () => {
  const { browser, service, setPage } = await openWithPage();
  await setPage({ pageRenew: 'https://shop.example/renew' });
  expect((await browser().ask('about')).body).toEqual({
    success: true,
    application: service.app.name,
    renew: 'https://shop.example/renew',
    hasMail: false,
  });
  expect(await browser('no-such-page').ask('about')).toMatchObject(refused('page-unknown', 404));
});

test('signs in with a cookie, shows what the user owns, and signs out', async () => {
  const { browser, service, setPage } = await openWithPage();
  await setPage({ ownSessions: 1 });
  const anna = await service.addUser({ username: 'anna' });
  const one = browser();
  expect(await one.ask('me')).toMatchObject(signedOut);
  const wrong = { username: 'anna', pass: 'wrong' };
  const refusal = await one.ask('login', wrong);
  expect(refusal).toMatchObject(refused('bad-credentials'));
  expect(refusal.headers.getSetCookie()).toEqual([]);
  const me = await one.signIn(anna);
  expect(one.cookie).toMatch(/^latchkey-my-own-page=[\w-]{22}$/);
  expect(me.body).toMatchObject({
    name: 'anna',
    isKey: false,
    hasSecondFactor: false,
    subscriptions: [{ name: 'Pro', state: 'running' }],
    keys: [],
    computers: { allowed: 1, list: [], held: [] },
    sessions: [{ computer: 'Browser', current: true }],
    events: [],
    canChangePassword: true,
  });
  const { cookie, part } = one;
  const left = await one.ask('signout');
  expect(left.headers.getSetCookie()[0]).toContain('Max-Age=0');
  expect(left.headers.get(sessionHeader)).toBe('');
  Object.assign(one, { cookie, part });
  expect(await one.ask('me')).toMatchObject(signedOut);
});

test('needs neither a computer nor a running subscription, and binds no computer', async () => {
  const { browser, service, send, signIn, setPage } = await openWithPage();
  await service.setApp({ hwidLock: true, forceHwid: true });
  const anna = await service.addUser({ username: 'anna' });
  const sessionid = await signIn(anna);
  await setPage({ sessionLimit: 1 });
  const one = browser();
  expect((await one.signIn(anna)).body).toMatchObject({ computers: { list: [{}] } });
  // The program stays signed in: a session of the page counts against no limit.
  expect((await send({ type: 'check', sessionid })).body).toMatchObject({ success: true });
  const later = await signIn(anna);
  expect((await send({ type: 'check', sessionid })).body).toMatchObject({ success: false });
  expect((await one.ask('me')).status).toBe(200);
  await service.changeUser('anna', 'expire');
  expect((await send({ type: 'check', sessionid: later })).body).toMatchObject({ success: false });
  expect((await one.ask('me')).body).toMatchObject({ subscriptions: [{ state: 'ended' }] });
  const rows = await service.database.selectFrom('devices').select('hwid').execute();
  expect(rows).toEqual([{ hwid }]);
});

test('signs in by e-mail, and by a name that looks like one', async () => {
  const { browser, service, send, init } = await openWithPage();
  const named = await service.addUser({ username: 'named@example.com' });
  const key = await service.addLicense({ days: 30 });
  const anna = { username: 'anna', pass: 'a good password', email: 'anna@example.com' };
  const sessionid = await init();
  const registered = await send({ type: 'register', sessionid, ...anna, key, hwid });
  expect(registered.body).toMatchObject({ success: true });
  const login = async (username: string, pass: string) =>
    (await browser().ask('login', { username, pass })).body;
  expect(await login(named.username, named.password)).toMatchObject({ success: true });
  expect(await login('Anna@Example.com', anna.pass)).toMatchObject({ success: true });
  expect(await login('anna', anna.pass)).toMatchObject({ success: true });
  // Equal refusals, whatever exists.
  const refusals = await Promise.all(
    [named.username, anna.email, 'nobody@example.com', 'nobody', 'no@mail'].map((name) =>
      login(name, 'wrong'),
    ),
  );
  for (const refusal of refusals) expect(refusal).toEqual(refusals[0]);
});

test('a ban ends the session', async () => {
  const { browser, service } = await openWithPage();
  const anna = await service.addUser({ username: 'anna' });
  const one = browser();
  await one.signIn(anna);
  await service.changeUser('anna', { banned: 'Chargeback' });
  expect(await one.ask('me')).toMatchObject({
    status: 400,
    body: { code: 'banned', bannedReason: 'Chargeback' },
  });
  expect(await one.ask('me')).toMatchObject(signedOut);
  const again = await one.ask('login', { username: 'anna', pass: anna.password });
  expect(again).toMatchObject(refused('banned'));
});

test('asks for the code where two-factor sign-in is on', async () => {
  const { browser, service } = await openWithPage();
  const theo = await service.addUser({ username: 'theo', totp: true });
  const one = browser();
  const credentials = { username: 'theo', pass: theo.password };
  expect(await one.ask('login', credentials)).toMatchObject(refused('code-needed'));
  expect(await one.ask('login', { ...credentials, code: '000000' })).toMatchObject(
    refused('bad-code'),
  );
  const code = service.totpCode(theo.totpSecret ?? '');
  expect(await one.ask('login', { ...credentials, code })).toMatchObject({ status: 200 });
});

test('redeems a key once, shows it masked, and whole only after a recent sign-in', async () => {
  let now = Date.now();
  const { browser, service } = await openWithPage({ now: () => now });
  const anna = await service.addUser({ username: 'anna', subscription: 'expired' });
  const key = await service.addLicense({ days: 30 });
  const one = browser();
  await one.signIn(anna);
  const redeem = { key, challenge: 'c'.repeat(43) };
  const redeemed = await one.ask('upgrade', redeem);
  expect(redeemed.body).toMatchObject({
    success: true,
    redeemed: { subscription: 'Pro', seconds: 30 * 86_400 },
  });
  // A repeated request has one effect.
  expect((await one.ask('upgrade', redeem)).body).toEqual(redeemed.body);
  expect(await one.ask('upgrade', { key })).toMatchObject(refused('key-used'));
  expect(JSON.stringify((await one.ask('me')).body)).not.toContain(key);
  expect((await one.ask('me')).body).toMatchObject({
    keys: [{ key: `****${key.slice(-4)}`, state: 'used' }],
    subscriptions: [{ state: 'running' }],
  });
  expect((await one.ask('keys')).body).toEqual({ success: true, keys: [key] });
  now += 300_000;
  expect(await one.ask('keys')).toMatchObject(refused('password-needed', 403));
  await one.signIn(anna);
  expect((await one.ask('keys')).body).toEqual({ success: true, keys: [key] });
});

test('signs in with a key alone, and masks the name that is a key', async () => {
  const { browser, service, send, init } = await openWithPage();
  const key = await service.addLicense({ days: 30 });
  const one = browser();
  expect(await one.ask('license', { key })).toMatchObject(refused('user-unknown'));
  expect((await sellerOf(service)('info', { key })).body).toMatchObject({ status: 'Not Used' });
  const sessionid = await init();
  expect((await send({ type: 'license', sessionid, key, hwid })).body['success']).toBe(true);
  expect(await one.ask('license', { key })).toMatchObject({ status: 200 });
  const { body } = await one.ask('me');
  expect(body).toMatchObject({ name: `****${key.slice(-4)}`, isKey: true });
  expect(JSON.stringify(body)).not.toContain(key);
  expect(body['canChangePassword']).toBe(false);
});

test('removes a computer within the limit, renames one, and ends its sessions only', async () => {
  const { browser, service, send, signIn, setPage } = await openWithPage();
  await service.setApp({ hwidLock: true });
  await setPage({ resets: 1, ownSessions: 1 });
  const anna = await service.addUser({ username: 'anna' });
  const sessionid = await signIn(anna);
  const one = browser('own-page', firefox);
  const me = (await one.signIn(anna)).body as { computers: { list: { id: string }[] } }; // as its schema says
  const id = me.computers.list[0]?.id ?? '';
  expect((await one.ask('renamecomputer', { id, computer: 'Old laptop' })).status).toBe(200);
  expect(await one.ask('removecomputer', { id: 'A'.repeat(22) })).toMatchObject(
    refused('computer-unknown'),
  );
  const other = browser();
  await other.signIn(anna);
  expect((await one.ask('removecomputer', { id })).body).toEqual({ success: true, until: null });
  // Sessions of pages are on no computer.
  expect((await other.ask('me')).status).toBe(200);
  await other.ask('signout');
  expect((await send({ type: 'check', sessionid })).body).toMatchObject({
    success: false,
    ended: 'computer-removed',
  });
  expect((await one.ask('me')).body).toMatchObject({
    computers: { list: [], resets: { left: 0 } },
    sessions: [{ computer: 'Firefox (Android)' }],
    events: [{ event: 'computer-removed', by: 'user', computer: 'Old laptop' }],
  });
  await service.bindDevice('anna', hwid);
  expect(await one.ask('removecomputer', { id })).toMatchObject(refused('no-resets-left'));
  await setPage({ resets: 0 });
  expect(await one.ask('removecomputer', { id })).toMatchObject(refused('type-unknown'));
});

test('lists its sessions with those of programs, which can end it', async () => {
  const { browser, service, send, signIn, setPage } = await openWithPage();
  await setPage({ ownSessions: 1 });
  const anna = await service.addUser({ username: 'anna' });
  const sessionid = await signIn(anna);
  const one = browser('own-page', firefox);
  await one.signIn(anna);
  const listed = (await send({ type: 'sessions', sessionid })).body['sessions'];
  expect(listed).toHaveLength(2);
  expect(listed).toContainEqual(
    expect.objectContaining({ computer: 'Firefox (Android)', current: false }),
  );
  // Only users of programs are online.
  await browser().signIn(await service.addUser({ username: 'berta' }));
  const online = await send({ type: 'fetchOnline', sessionid });
  expect(online.body['users']).toEqual([{ credential: 'anna' }]);
  expect((await send({ type: 'endsession', sessionid, all: '1' })).body).toMatchObject({
    success: true,
  });
  expect(await one.ask('me')).toMatchObject(signedOut);
});

test('changes the password, which ends the other sessions', async () => {
  const { browser, service, send, signIn } = await openWithPage();
  const anna = await service.addUser({ username: 'anna' });
  const sessionid = await signIn(anna);
  const one = browser('own-page', firefox);
  await one.signIn(anna);
  const newpass = 'another good password';
  expect(await one.ask('changepassword', { pass: 'wrong', newpass })).toMatchObject(
    refused('bad-credentials'),
  );
  expect((await one.ask('changepassword', { pass: anna.password, newpass })).status).toBe(200);
  expect((await send({ type: 'check', sessionid })).body).toMatchObject({ success: false });
  expect((await one.ask('me')).body).toMatchObject({
    events: [{ event: 'password-changed', computer: 'Firefox (Android)' }],
  });
});

test('stops with the application', async () => {
  const { browser, service } = await openWithPage();
  const anna = await service.addUser({ username: 'anna' });
  const one = browser();
  await one.signIn(anna);
  await service.setApp({ paused: true });
  expect(await one.ask('me')).toMatchObject(refused('app-paused'));
  await service.setApp({ paused: false });
  expect((await one.ask('me')).status).toBe(200);
});

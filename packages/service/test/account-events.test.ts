// The changes of an account that its user sees (docs/protocol.md#account-events).
import { expect, test } from 'vitest';
import { openRecovery, type Body } from './recovery-parts.ts';
import { openRemovals } from './removals-parts.ts';
import { infoOf, start } from './seats-parts.ts';
import { openForgot } from './forgot-parts.ts';
import { hwid } from './support/service-client.ts';

const day = 86_400;
const eventsOf = (body: Body) => infoOf(body)['events'];

test('lists the changes that the user made, newest first, with the computer', async () => {
  const { service, clock, make, signIn, check, send, user, oneTimeCode, sessionid } =
    await openRecovery();
  const berta = await service.addUser({ username: 'berta' });
  const theirs = await signIn('theirs', {}, berta);
  const [one = '', two = ''] = await make();
  expect(eventsOf(await check(sessionid))).toEqual([]);
  const used = await signIn('laptop', { computer: 'Laptop', code: one });
  const code = { event: 'recovery-code-used', at: clock.now, computer: 'Laptop', by: 'user' };
  expect(eventsOf(used.body)).toEqual([code]);
  const { password: pass } = user;
  const change = { type: 'changepassword', sessionid, pass, newpass: 'new', code: oneTimeCode() };
  expect((await send(change)).body).toMatchObject({ success: true });
  const at = clock.now;
  const changed = { event: 'password-changed', at, computer: 'Desk', by: 'user' };
  expect((await send({ type: '2fadisable', sessionid, code: two })).body['success']).toBe(true);
  const off = { event: 'two-factor-off', at, computer: 'Desk', by: 'user' };
  const again = { event: 'recovery-code-used', at, computer: 'Desk', by: 'user' };
  const all = [off, again, changed, code];
  expect(eventsOf(await check(sessionid))).toEqual(all);
  const signedIn = await signIn('desk', { pass: 'new' });
  expect(eventsOf(signedIn.body)).toEqual(all);
  expect(eventsOf(await check(theirs.sessionid))).toEqual([]);
});

test('lists that two-factor sign-in was turned on, once', async () => {
  const { service, clock, check, send, user, oneTimeCode, sessionid } = await openRecovery();
  await send({ type: '2fadisable', sessionid, code: oneTimeCode() });
  const { body } = await send({ type: '2faenable', sessionid });
  const { secret_code: secret } = body['2fa'] as { secret_code: string }; // checked against its specification
  expect((await send({ type: '2faenable', sessionid, code: 'wrong1' })).body['success']).toBe(
    false,
  );
  const code = service.totpCode(secret, clock.now * 1000);
  const challenge = 'c'.repeat(32);
  const confirm = { type: '2faenable', sessionid, code, challenge };
  for (const _ of ['first', 'retry'])
    expect((await send(confirm)).body, user.username).toMatchObject({ success: true });
  const here = { at: clock.now, computer: 'Desk', by: 'user' };
  expect(eventsOf(await check(sessionid))).toEqual([
    { event: 'two-factor-on', ...here },
    { event: 'two-factor-off', ...here },
  ]);
});

test('lists a computer that the user removed', async () => {
  const { replace, signInNamed, check } = await openRemovals();
  await signInNamed('desk');
  const { sessionid, body } = await replace('new', 'desk');
  const events = [{ event: 'computer-removed', at: start, computer: 'desk', by: 'user' }];
  expect(eventsOf(body)).toEqual(events);
  expect(eventsOf(await check(sessionid))).toEqual(events);
});

test('lists what the seller changed', async () => {
  const { ask, clock, signIn, check, oneTimeCode, sessionid } = await openRecovery();
  await ask('resetuser', { user: 'anna' });
  // Without a computer and without two-factor sign-in there is nothing to change.
  await ask('resetuser', { user: 'anna' });
  await signIn('one', { code: oneTimeCode() });
  await signIn('two', { code: oneTimeCode() });
  await ask('resetuser', { user: 'anna' });
  await ask('disable2fa', { user: 'anna' });
  await ask('disable2fa', { user: 'anna' });
  const before = eventsOf(await check(sessionid));
  await ask('resetpw', { user: 'anna', passwd: 'new' });
  const { body } = await signIn('desk', { pass: 'new' });
  const at = clock.now;
  const bySeller = { computer: '', by: 'seller' };
  const events = [
    { event: 'two-factor-off', at, ...bySeller },
    { event: 'computer-removed', at, ...bySeller },
    { event: 'computer-removed', at: at - 60, computer: 'Desk', by: 'seller' },
  ];
  expect(before).toEqual(events);
  expect(eventsOf(body)).toEqual([{ event: 'password-changed', at, ...bySeller }, ...events]);
});

test('lists a password that was set by a mailed link', async () => {
  const { clock, wire, forgot, tokenOf, change } = await openForgot();
  await forgot();
  expect((await change(tokenOf(0), 'new')).status).toBe(200);
  const login = { type: 'login', sessionid: await wire.init(), username: 'anna', pass: 'new' };
  const { body } = await wire.send({ ...login, hwid });
  const at = clock.ms / 1000;
  expect(eventsOf(body)).toEqual([{ event: 'password-changed', at, computer: '', by: 'link' }]);
});

test('lists the last ten changes of 90 days', async () => {
  const { ask, clock, service, signIn } = await openRecovery();
  await ask('disable2fa', { user: 'anna' });
  for (let count = 0; count < 11; count += 1) await ask('resetpw', { user: 'anna', passwd: 'new' });
  const subscription = service.database.updateTable('subscriptions');
  await subscription.set({ expiresAt: start + 1000 * day }).execute();
  const events = async () => eventsOf((await signIn('desk', { pass: 'new' })).body) as unknown[]; // a list
  expect(await events()).toHaveLength(10);
  expect(JSON.stringify(await events())).not.toContain('two-factor-off');
  clock.now += 89 * day;
  await ask('resetpw', { user: 'anna', passwd: 'new' });
  expect(await events()).toHaveLength(10);
  clock.now += day;
  expect(await events()).toHaveLength(1);
});

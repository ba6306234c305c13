// Removing a computer without the seller (docs/protocol.md#removing-a-computer).
import { expect, test } from 'vitest';
import { resetsOf } from '../src/features/devices/removals.ts';
import { hashToken } from '../src/secrets/token-hash.ts';
import { day, openRemovals } from './removals-parts.ts';
import { deviceOf, infoOf, start } from './seats-parts.ts';

/** The optional operations that are available while users may remove computers. */
const on = ['changepassword', 'removecomputer', 'computers', 'renamecomputer'];

test('a new computer is offered the removal of another one, and signs in in its place', async () => {
  const { service, clock, check, offer, remove, signInNamed, names, devices } = await openRemovals({
    computers: 2,
  });
  const bystander = await service.addUser({ username: 'berta' });
  const theirs = await signInNamed('theirs', {}, bystander);
  const [desk, laptop] = [await signInNamed('desk'), await signInNamed('laptop')];
  clock.now += 7200;
  const { sessionid, reason, ticket, ids, body } = await offer('new');
  expect(reason).toBe('wrong-device');
  expect(body['computers']).toEqual([
    { id: ids['desk'], name: 'desk', system: 'System of desk', lastSeen: start },
    { id: ids['laptop'], name: 'laptop', system: 'System of laptop', lastSeen: start },
  ]);
  expect(body['resets']).toEqual({ left: 2, next: null });
  expect((await check(sessionid))['reason']).toBe('not-signed-in');
  const removed = await remove({ sessionid, ticket, id: ids['desk'] ?? '' });
  expect(removed.body).toMatchObject({ success: true, message: 'Logged in!' });
  const resets = { left: 1, next: clock.now + 30 * day };
  expect(infoOf(removed.body)).toMatchObject({
    ...{ username: 'anna', boundAt: clock.now, lastlogin: String(clock.now), resets },
    ...{ computers: { used: 2, allowed: 2 }, can: [...on] },
  });
  expect(infoOf(await check(sessionid))).toMatchObject({ username: 'anna', resets });
  expect(await names()).toEqual(['laptop', 'new']);
  expect((await devices())[1]).toEqual({
    ...{ device: 'new', name: 'new', system: 'System of new' },
    ...{ addedAt: clock.now, lastSeenAt: clock.now },
  });
  // The removed computer gets the reason each time it asks.
  for (let times = 0; times < 2; times += 1)
    expect(await check(desk.sessionid)).toMatchObject({
      reason: 'session-gone',
      ended: 'computer-removed',
    });
  for (const other of [laptop, theirs])
    expect(await check(other.sessionid)).toMatchObject({ success: true });
  expect((await signInNamed('desk')).result).toBe('wrong-device');
  expect((await signInNamed('new')).result).toEqual({ used: 2, allowed: 2 });
  expect(await names('berta')).toEqual(['theirs']);
});

test('a request without `computer` is refused as before', async () => {
  const { signIn, check, signInNamed } = await openRemovals();
  await signIn('desk');
  for (const more of [{}, { computer: '' }, { system: 'Windows 11' }]) {
    const { body } = await signIn('new', more);
    expect(body['reason']).toBe('wrong-device');
    for (const field of ['computers', 'ticket', 'resets']) expect(body).not.toHaveProperty(field);
  }
  const { body, sessionid } = await signInNamed('new', { hwid: '' });
  expect(body['reason']).toBe('device-id-invalid');
  expect(await check(sessionid)).toMatchObject({ reason: 'not-signed-in' });
});

test('with the setting resets=0 nothing is offered, and no ticket works', async () => {
  const { setResets, offer, remove, signInNamed, check, service, names } = await openRemovals();
  const { sessionid: signedIn } = await signInNamed('desk');
  const { sessionid, ticket, ids } = await offer('new');
  const request = { sessionid, ticket, id: ids['desk'] ?? '' };
  await setResets(0);
  expect((await remove(request)).result).toBe('type-unknown');
  const { body } = await offer('new');
  expect(body['reason']).toBe('wrong-device');
  for (const field of ['computers', 'ticket', 'resets']) expect(body).not.toHaveProperty(field);
  const info = infoOf(await check(signedIn));
  expect(info['can']).toEqual(['changepassword']);
  expect(info).not.toHaveProperty('resets');
  await setResets(1);
  await service.setApp({ hwidLock: false });
  expect((await remove(request)).result).toBe('type-unknown');
  expect(infoOf(await check(signedIn))['can']).toEqual(['changepassword']);
  await service.setApp({ hwidLock: true });
  expect(await names()).toEqual(['desk']);
  // Control: the same request works while the setting is on.
  expect((await remove(request)).result).toEqual({ used: 1, allowed: 1 });
});

test('offers the list only after a correct password and code, and after all other checks', async () => {
  const { user, clock, service, ask, offer, remove, signInNamed } = await openRemovals({
    user: { totp: true },
  });
  const code = () => service.totpCode(user.totpSecret ?? '');
  await signInNamed('desk', { code: code() });
  const refused = async (reason: string, more: Record<string, string>) => {
    const { body } = await offer('new', more);
    expect(body['reason']).toBe(reason);
    for (const field of ['computers', 'ticket', 'resets']) expect(body).not.toHaveProperty(field);
  };
  await refused('bad-credentials', { pass: 'wrong' });
  await refused('code-needed', {});
  // The code of the sign-in on the desk was used up.
  await refused('bad-code', { code: code() });
  clock.now += 30;
  await service.changeUser('anna', { banned: 'Chargeback' });
  await refused('banned', { code: code() });
  await ask('unbanuser', { user: 'anna' });
  await service.changeUser('anna', 'expire');
  await refused('no-subscription', { code: code() });
  await service.changeUser('anna', 'resume');
  await ask('black', { hwid: deviceOf('new') });
  await refused('blacklisted', { code: code() });
  await ask('delblack', { data: deviceOf('new'), blacktype: 'hwid' });
  const spent = code();
  const { sessionid, ticket, ids } = await offer('new', { code: spent });
  expect(Object.keys(ids)).toEqual(['desk']);
  // The code is spent, and the ticket needs no second one.
  await refused('bad-code', { code: spent });
  const removed = await remove({ sessionid, ticket, id: ids['desk'] ?? '' });
  expect(removed.result).toEqual({ used: 1, allowed: 1 });
});

test('a sign-in by license key or e-mail is offered a removal, too', async () => {
  const { service, ask, send, init, offer, remove, signInNamed, names } = await openRemovals();
  const key = await service.addLicense({ days: 3 });
  const byKey = async (device: string, more: Record<string, string> = {}) => {
    const sessionid = await init();
    const request = { type: 'license', key, hwid: deviceOf(device), computer: device };
    const { body } = await send({ ...request, sessionid, ...more });
    return { sessionid, body };
  };
  expect((await byKey('desk')).body).toMatchObject({ success: true });
  const { sessionid, body } = await byKey('new');
  expect(body).toMatchObject({ reason: 'wrong-device', computers: [{ name: 'desk' }] });
  expect((await byKey('new', { key: 'NO-SUCH-KEY' })).body).not.toHaveProperty('computers');
  const [{ id = '' } = {}] = body['computers'] as { id?: string }[]; // checked above
  const ticket = String(body['ticket']);
  expect((await remove({ sessionid, ticket, id })).result).toEqual({ used: 1, allowed: 1 });
  expect(await names(key)).toEqual(['new']);
  await ask('editemail', { user: 'anna', email: 'anna@example.org' });
  await signInNamed('desk');
  const email = { type: 'loginEmail', email: 'anna@example.org', username: '' };
  const offered = await offer('new', email);
  expect(Object.keys(offered.ids)).toEqual(['desk']);
});

test('each removal counts for 30 days', async () => {
  const { clock, replace, offer, remove, signInNamed, setResets } = await openRemovals({
    user: { subscription: { days: 90 } },
  });
  await signInNamed('one');
  expect((await replace('two', 'one')).result).toEqual({ used: 1, allowed: 1 });
  clock.now += day;
  expect((await replace('three', 'two')).result).toEqual({ used: 1, allowed: 1 });
  const { body } = await offer('four');
  expect(body).toMatchObject({ reason: 'wrong-device', computers: [{ name: 'three' }] });
  expect(body['resets']).toEqual({ left: 0, next: start + 30 * day });
  expect(body).not.toHaveProperty('ticket');
  await setResets(1);
  expect((await offer('four')).body['resets']).toEqual({ left: 0, next: start + 31 * day });
  await setResets(3);
  const early = await offer('four');
  expect(early.body['resets']).toEqual({ left: 1, next: start + 30 * day });
  await setResets(2);
  const request = {
    sessionid: early.sessionid,
    ticket: early.ticket,
    id: early.ids['three'] ?? '',
  };
  expect((await remove(request)).body).toMatchObject({
    reason: 'no-resets-left',
    resets: { left: 0, next: start + 30 * day },
  });
  clock.now = start + 30 * day - 1;
  expect((await offer('four')).body['resets']).toMatchObject({ left: 0 });
  clock.now += 1;
  expect((await replace('four', 'three')).result).toEqual({ used: 1, allowed: 1 });
  expect((await offer('five')).body['resets']).toEqual({ left: 0, next: start + 31 * day });
});

test('a removal keeps the number of computers if more are bound than allowed', async () => {
  const { allow, names, replace, signInNamed, offer } = await openRemovals({ computers: 3 });
  for (const device of ['one', 'two', 'three']) await signInNamed(device);
  await allow(1);
  expect((await replace('four', 'two')).result).toEqual({ used: 3, allowed: 1 });
  expect((await names()).toSorted()).toEqual(['four', 'one', 'three']);
  expect((await offer('five')).reason).toBe('wrong-device');
});

test('a removal also ends sessions whose computer is unknown', async () => {
  const { service, check, signIn, signInNamed, replace } = await openRemovals({ computers: 2 });
  const [desk, laptop] = [await signInNamed('desk'), await signInNamed('laptop')];
  // A session that an earlier version signed in has no device id.
  const old = await signInNamed('laptop');
  await service.database
    .updateTable('sessions')
    .set({ hwid: null })
    .where('idHash', '=', hashToken(old.sessionid))
    .execute();
  const again = await signIn('desk');
  await replace('new', 'desk');
  for (const { sessionid } of [desk, again, old])
    expect(await check(sessionid)).toMatchObject({ ended: 'computer-removed' });
  expect(await check(laptop.sessionid)).toMatchObject({ success: true });
});

test('a repeated removal has no second effect, and fails once the session has ended', async () => {
  const { send, offer, signInNamed, names, ask, check } = await openRemovals();
  await signInNamed('desk');
  const { sessionid, ticket, ids } = await offer('new');
  const request = {
    ...{ type: 'removecomputer', sessionid, ticket, id: ids['desk'] ?? '' },
    challenge: 'c'.repeat(43),
  };
  const [first, again] = [await send(request), await send(request)];
  expect(first.body).toMatchObject({ success: true });
  expect(again.body['info']).toEqual(first.body['info']);
  expect(await names()).toEqual(['new']);
  await ask('resetpw', { user: 'anna', passwd: 'another one' });
  expect((await send(request)).body).toMatchObject({ reason: 'session-gone' });
  expect(await check(sessionid)).toMatchObject({ reason: 'session-gone' });
});

test("removals by the seller are still possible, and do not count as the user's removals", async () => {
  const { ask, signInNamed, check, names } = await openRemovals();
  await signInNamed('desk');
  await ask('resetuser', { user: 'anna' });
  const { sessionid } = await signInNamed('laptop');
  expect(infoOf(await check(sessionid))['resets']).toEqual({ left: 2, next: null });
  expect(await names()).toEqual(['laptop']);
});

test('a removal from the future does not count, as after a clock correction', async () => {
  const { service, clock, signInNamed } = await openRemovals({ resets: 1 });
  const db = service.database;
  await signInNamed('desk');
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'anna')
    .executeTakeFirstOrThrow();
  const removedAt = clock.now + 365 * day;
  await db.insertInto('computerRemovals').values({ userId: id, ticket: 't', removedAt }).execute();
  const application = { hwidLock: 1, resets: 1 } as const;
  const leftAt = async (now: number) => (await resetsOf({ db, application, now }, id)).left;
  expect([await leftAt(removedAt), await leftAt(clock.now)]).toEqual([0, 1]);
});

// How long sessions live, what ends them, and the operations `check`, `var` and `logout`.
import { describe, expect, test } from 'vitest';
import { withFold } from '../src/database/names.ts';
import { hwid, openWire, type Wire } from './support/service-client.ts';

async function openWithClock() {
  const clock = { ms: 1_900_000_000_000 };
  const wire = await openWire({ now: () => clock.ms });
  return { clock, wire };
}

async function check({ send }: Wire, sessionid: string) {
  return (await send({ type: 'check', sessionid })).body;
}

test('the database stores only the SHA-256 of a session id', async () => {
  const wire = await openWire();
  const sessionid = await wire.init();
  const rows = await wire.service.database.selectFrom('sessions').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(sessionid);
  expect(rows[0]?.idHash).toMatch(/^[0-9a-f]{64}$/);
});

describe('an initialised session', () => {
  test('expires after an hour, even if it is used', async () => {
    const { clock, wire } = await openWithClock();
    const sessionid = await wire.init();
    clock.ms += 3_599_000;
    expect(await check(wire, sessionid)).toMatchObject({ reason: 'not-signed-in' });
    clock.ms += 1000;
    expect(await check(wire, sessionid)).toMatchObject({ reason: 'session-gone' });
    const { username, password: pass } = await wire.service.addUser();
    const late = await wire.send({ type: 'login', sessionid, username, pass, hwid });
    expect(late.body).toMatchObject({ reason: 'session-gone' });
  });

  test('deletes no other session, not even an expired one', async () => {
    const { clock, wire } = await openWithClock();
    const sessionid = await wire.init();
    clock.ms += 86_400_000;
    await wire.init();
    // With the clock set back, the session has not expired.
    clock.ms -= 86_400_000;
    expect(await check(wire, sessionid)).toMatchObject({ reason: 'not-signed-in' });
  });
});

describe('a signed-in session', () => {
  test('expires after the configured time from the sign-in, even if it is used', async () => {
    const { clock, wire } = await openWithClock();
    const user = await wire.service.addUser();
    const sessionid = await wire.signIn(user);
    clock.ms += 21_599_000;
    expect(await check(wire, sessionid)).toMatchObject({
      success: true,
      message: 'Session is validated.',
      info: { username: user.username, lastlogin: '1900000000', hwid },
    });
    clock.ms += 1000;
    expect(await check(wire, sessionid)).toMatchObject({ reason: 'session-gone' });
    await wire.service.setApp({ sessionSeconds: 60 });
    const short = await wire.signIn(user);
    clock.ms += 60_000;
    expect(await check(wire, short)).toMatchObject({ reason: 'session-gone' });
  });

  test.each([
    ['a ban', { banned: 'Shared' }, { reason: 'banned', bannedReason: 'Shared' }],
    ['a pause', 'pause', { reason: 'subscription-paused', lapsed: [{ paused: true }] }],
    ['an expiry', 'expire', { reason: 'no-subscription', lapsed: [{ paused: false }] }],
  ] as const)(
    'is ended by %s at its next use, which reports it',
    async (_what, change, expected) => {
      const wire = await openWire();
      await wire.service.addVariable('open', 'value', false);
      await wire.service.addVariable('authed', 'value', true);
      const user = await wire.service.addUser();
      for (const use of [
        { type: 'check' },
        { type: 'var', varid: 'authed' },
        { type: 'var', varid: 'open' },
      ]) {
        await wire.service.changeUser(user.username, 'resume');
        await wire.service.database.updateTable('users').set({ bannedReason: null }).execute();
        const sessionid = await wire.signIn(user);
        await wire.service.changeUser(user.username, change);
        const first = await wire.send({ ...use, sessionid });
        expect(first.body).toMatchObject({ success: false, ...expected });
        expect(await check(wire, sessionid)).toMatchObject({ reason: 'session-gone' });
      }
    },
  );

  test('is ended by the deletion of its user', async () => {
    const wire = await openWire();
    const user = await wire.service.addUser();
    const sessionid = await wire.signIn(user);
    await wire.service.database.deleteFrom('users').where('username', '=', user.username).execute();
    expect(await check(wire, sessionid)).toMatchObject({ reason: 'session-gone' });
  });

  test('stays signed in after a wrong password', async () => {
    const wire = await openWire();
    const user = await wire.service.addUser();
    const sessionid = await wire.signIn(user);
    const { username } = user;
    await wire.send({ type: 'login', sessionid, username, pass: 'wrong', hwid });
    expect(await check(wire, sessionid)).toMatchObject({ info: { username } });
  });

  test('lists the longest subscription first, and no expired one', async () => {
    const { clock, wire } = await openWithClock();
    const { database } = wire.service;
    const user = await wire.service.addUser({ subscription: { days: 10 } });
    const now = clock.ms / 1000;
    const { id: applicationId } = await database
      .selectFrom('applications')
      .select('id')
      .executeTakeFirstOrThrow();
    const { id: userId } = await database
      .selectFrom('users')
      .select('id')
      .executeTakeFirstOrThrow();
    for (const [name, expiresAt] of [
      ['Long', now + 99_999 * 86_400],
      ['Lapsed', now],
    ] as const) {
      const plan = {
        id: name,
        applicationId,
        ...withFold('name', name),
        level: name,
        createdAt: now,
      };
      await database.insertInto('plans').values(plan).execute();
      const row = { userId, planId: name, sinceAt: now, expiresAt, remainingSeconds: null };
      await database.insertInto('subscriptions').values(row).execute();
    }
    const body = await check(wire, await wire.signIn(user));
    const { subscriptions } = body['info'] as { subscriptions: { subscription: string }[] };
    expect(subscriptions.map(({ subscription }) => subscription)).toEqual(['Long', 'Pro']);
  });
});

describe('a global variable', () => {
  test('is returned to any session, or only to signed-in ones', async () => {
    const wire = await openWire();
    await wire.service.addVariable('open', 'Grüße & <b>👋</b>', false);
    await wire.service.addVariable('authed', 'the secret', true);
    const user = await wire.service.addUser();
    const initialised = await wire.init();
    const signedIn = await wire.signIn(user);
    const get = async (sessionid: string, varid: string) =>
      (await wire.send({ type: 'var', sessionid, varid })).body;
    expect(await get(initialised, 'open')).toMatchObject({ message: 'Grüße & <b>👋</b>' });
    expect(await get(signedIn, 'open')).toMatchObject({ success: true });
    expect(await get(signedIn, 'authed')).toMatchObject({ success: true, message: 'the secret' });
    const refused = await get(initialised, 'authed');
    expect(refused).toMatchObject({ reason: 'not-signed-in' });
    expect(JSON.stringify(refused)).not.toContain('the secret');
    for (const sessionid of [initialised, signedIn])
      expect(await get(sessionid, 'none')).toMatchObject({
        reason: 'variable-unknown',
        message: 'Variable not found.',
      });
    expect(await get('gone', 'open')).toMatchObject({ reason: 'session-gone' });
  });
});

describe('logout', () => {
  test('ends an initialised and a signed-in session, once each', async () => {
    const wire = await openWire();
    const other = await wire.init();
    for (const sessionid of [await wire.init(), await wire.signIn(await wire.service.addUser())]) {
      const first = await wire.send({ type: 'logout', sessionid });
      expect(first.body).toMatchObject({ success: true, message: 'Successfully logged out.' });
      const second = await wire.send({ type: 'logout', sessionid });
      expect(second.body).toMatchObject({ reason: 'session-gone' });
    }
    expect(await check(wire, other)).toMatchObject({ reason: 'not-signed-in' });
  });
});

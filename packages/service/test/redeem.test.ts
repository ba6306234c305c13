// `upgrade`: a key is redeemed once, adds its time, and never signs a user in.
import { describe, expect, test } from 'vitest';
import { addPlan } from './support/own-application.ts';
import { hwid, openWire, type Wire } from './support/service-client.ts';

const secondsPerDay = 86_400;

async function redeem({ send, init }: Wire, username: string, key: string, session?: string) {
  const sessionid = session ?? (await init());
  return (await send({ type: 'upgrade', sessionid, username, key })).body;
}

async function subscriptionOf({ service: { database } }: Wire, username: string) {
  return database
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.userId')
    .selectAll('subscriptions')
    .where('users.username', '=', username)
    .executeTakeFirst();
}

async function openAt(now: number, interleave = false) {
  const clock = { ms: now * 1000 };
  const wire = await openWire({ now: () => clock.ms, interleave });
  return { clock, wire, now };
}

test('only one of five concurrent clients redeems a key and adds its time', async () => {
  const { wire, now } = await openAt(1_900_000_000, true);
  const { username } = await wire.service.addUser({ subscription: 'none' });
  const sessions = await Promise.all(Array.from({ length: 5 }, () => wire.init()));
  for (const days of [30, 60, 90]) {
    const key = await wire.service.addLicense({ days: 30 });
    const bodies = await Promise.all(sessions.map((id) => redeem(wire, username, key, id)));
    expect(bodies.filter((one) => one['reason'] !== 'key-used')).toMatchObject([{ success: true }]);
    expect((await subscriptionOf(wire, username))?.expiresAt).toBe(now + days * secondsPerDay);
  }
});

test('two concurrent keys both add their time', async () => {
  const { wire, now } = await openAt(1_900_000_000, true);
  const { username } = await wire.service.addUser({ subscription: 'none' });
  const keys = await Promise.all([5, 7].map((days) => wire.service.addLicense({ days })));
  const bodies = await Promise.all(keys.map((key) => redeem(wire, username, key)));
  expect(bodies.every(({ success }) => success === true)).toBe(true);
  expect((await subscriptionOf(wire, username))?.expiresAt).toBe(now + 12 * secondsPerDay);
});

describe('redeeming never signs in', () => {
  test('leaves an initialised session without a user', async () => {
    const wire = await openWire();
    await wire.service.addVariable('secret', 'value', true);
    const user = await wire.service.addUser();
    const sessionid = await wire.init();
    const body = await redeem(
      wire,
      user.username,
      await wire.service.addLicense({ days: 1 }),
      sessionid,
    );
    expect(body).toMatchObject({ success: true, message: 'Upgraded successfully' });
    expect(body).not.toHaveProperty('info');
    expect(body).not.toHaveProperty('expiry');
    for (const use of [{ type: 'check' }, { type: 'var', varid: 'secret' }])
      expect((await wire.send({ ...use, sessionid })).body).toMatchObject({
        reason: 'not-signed-in',
      });
  });

  test('leaves a signed-in session to its own user', async () => {
    const wire = await openWire();
    const [me, other] = [await wire.service.addUser(), await wire.service.addUser()];
    const sessionid = await wire.signIn(me);
    const key = await wire.service.addLicense({ days: 1 });
    const body = await redeem(wire, other.username, key, sessionid);
    expect(body).toMatchObject({ success: true });
    expect(body).not.toHaveProperty('expiry');
    const { body: check } = await wire.send({ type: 'check', sessionid });
    expect(check).toMatchObject({ info: { username: me.username } });
  });
});

describe('the time', () => {
  test('is added to a running subscription, whose signed-in user gets the new end', async () => {
    const { wire, now } = await openAt(1_900_000_000);
    const user = await wire.service.addUser({ subscription: { days: 10 } });
    const key = await wire.service.addLicense({ days: 30 });
    const body = await redeem(wire, user.username, key, await wire.signIn(user));
    expect(body).toMatchObject({ expiry: String(now + 40 * secondsPerDay) });
    expect(body['redeemed']).toEqual({
      subscription: 'Pro',
      level: '1',
      seconds: 30 * secondsPerDay,
      until: now + 40 * secondsPerDay,
      before: now + 10 * secondsPerDay,
    });
    expect(await subscriptionOf(wire, user.username)).toMatchObject({
      sinceAt: now - 20 * secondsPerDay,
      expiresAt: now + 40 * secondsPerDay,
    });
  });

  test('is reported to everyone with the new end, and to the user also with the previous end', async () => {
    const { wire, now } = await openAt(1_900_000_000);
    const [me, other] = [
      await wire.service.addUser({ subscription: { days: 10 } }),
      await wire.service.addUser(),
    ];
    const day = { subscription: 'Pro', level: '1', seconds: secondsPerDay };
    const spend = async (sessionid?: string) =>
      redeem(wire, me.username, await wire.service.addLicense({ days: 1 }), sessionid);
    for (const [index, sessionid] of [undefined, await wire.signIn(other)].entries()) {
      const body = await spend(sessionid);
      expect(body['redeemed']).toEqual({ ...day, until: now + (11 + index) * secondsPerDay });
      expect(body).not.toHaveProperty('expiry');
    }
    const mine = await wire.signIn(me);
    const [until, before] = [now + 13 * secondsPerDay, now + 12 * secondsPerDay];
    expect((await spend(mine))['redeemed']).toEqual({ ...day, until, before });
    await wire.service.changeUser(me.username, 'expire');
    expect((await spend(mine))['redeemed']).toEqual({ ...day, until: now + secondsPerDay });
  });

  test.each(['expired', 'none'] as const)('starts now if it was %s', async (subscription) => {
    const { wire, now } = await openAt(1_900_000_000);
    const { username } = await wire.service.addUser({ subscription });
    await redeem(wire, username, await wire.service.addLicense({ days: 30 }));
    expect(await subscriptionOf(wire, username)).toMatchObject({
      sinceAt: now,
      expiresAt: now + 30 * secondsPerDay,
    });
  });

  test('is added to the remaining time of a paused subscription, which stays paused', async () => {
    const wire = await openWire();
    const { username } = await wire.service.addUser({ subscription: 'paused' });
    const body = await redeem(wire, username, await wire.service.addLicense({ days: 30 }));
    expect(body).toMatchObject({ success: true });
    expect(body['redeemed']).toEqual({
      subscription: 'Pro',
      level: '1',
      seconds: 30 * secondsPerDay,
    });
    expect(await subscriptionOf(wire, username)).toMatchObject({
      expiresAt: null,
      remainingSeconds: 40 * secondsPerDay,
    });
  });

  test('can exceed 32 bits, as with a lifetime key', async () => {
    const { wire, now } = await openAt(1_900_000_000);
    const { username } = await wire.service.addUser({ subscription: 'none' });
    await redeem(wire, username, await wire.service.addLicense({ days: 99_999 }));
    expect((await subscriptionOf(wire, username))?.expiresAt).toBe(now + 99_999 * secondsPerDay);
  });

  test('lets a user without a subscription sign in', async () => {
    const wire = await openWire();
    const user = await wire.service.addUser({ subscription: 'none' });
    await redeem(wire, user.username, await wire.service.addLicense({ days: 1 }));
    await wire.signIn(user);
  });
});

describe('refusals', () => {
  test('report who used a key and its end only to that user', async () => {
    const { wire, now } = await openAt(1_900_000_000);
    const [me, other] = [await wire.service.addUser(), await wire.service.addUser()];
    const key = await wire.service.addLicense({ days: 5 });
    await redeem(wire, me.username, key);
    const plain = {
      success: false,
      reason: 'key-used',
      message: 'License key has already been used',
    };
    for (const sessionid of [await wire.init(), await wire.signIn(other)]) {
      const body = await redeem(wire, me.username, key, sessionid);
      expect(body).toMatchObject(plain);
      expect(body).not.toHaveProperty('usedByYou');
      expect(body).not.toHaveProperty('expiry');
    }
    expect(await redeem(wire, other.username, key, await wire.signIn(me))).toMatchObject({
      ...plain,
      usedByYou: true,
      expiry: String(now + 35 * secondsPerDay),
    });
  });

  test('check the key before the user', async () => {
    const wire = await openWire();
    const { username } = await wire.service.addUser();
    const banned = await wire.service.addLicense({ days: 1, banned: 'Refund' });
    const good = await wire.service.addLicense({ days: 1 });
    expect(await redeem(wire, 'nobody', 'NO-SUCH-KEY')).toMatchObject({ reason: 'key-unknown' });
    expect(await redeem(wire, 'nobody', banned)).toMatchObject({ reason: 'key-banned' });
    expect(await redeem(wire, 'nobody', good)).toMatchObject({ reason: 'user-unknown' });
    // None of these attempts used the key.
    expect(await redeem(wire, username, good)).toMatchObject({ success: true });
  });

  test('leave a key unused if its level has no plan', async () => {
    const wire = await openWire();
    const { database } = wire.service;
    const { username } = await wire.service.addUser();
    const key = await wire.service.addLicense({ days: 1, level: '7' });
    expect(await redeem(wire, username, key)).toMatchObject({ reason: 'no-plan-for-level' });
    const { id } = await database.selectFrom('applications').select('id').executeTakeFirstOrThrow();
    await addPlan(database, id, 'Younger', '7', 2000);
    await addPlan(database, id, 'Older', '7', 1000);
    expect(await redeem(wire, username, key)).toMatchObject({
      redeemed: { subscription: 'Older', level: '7' },
    });
  });

  test('report an unknown session', async () => {
    const wire = await openWire();
    const key = await wire.service.addLicense({ days: 1 });
    expect(await redeem(wire, 'nobody', key, 'gone')).toMatchObject({ reason: 'session-gone' });
  });
});

test('the user name "all" has no special meaning', async () => {
  const wire = await openWire();
  const bystander = await wire.service.addUser({ subscription: 'none' });
  const key = await wire.service.addLicense({ days: 1 });
  expect(await redeem(wire, 'all', key)).toMatchObject({ reason: 'user-unknown' });
  const all = await wire.service.addUser({ username: 'all', subscription: 'none' });
  expect(await redeem(wire, 'all', key)).toMatchObject({ success: true });
  await wire.signIn(all);
  expect(await subscriptionOf(wire, bystander.username)).toBeUndefined();
});

test('ignores white space around key and user name', async () => {
  const wire = await openWire();
  const { username } = await wire.service.addUser();
  const key = await wire.service.addLicense({ days: 1 });
  expect(await redeem(wire, ` ${username}\n`, `\t${key} \r\n`)).toMatchObject({ success: true });
});

test('a signed-in user with an expired subscription can redeem, and sign in again', async () => {
  const wire = await openWire();
  const user = await wire.service.addUser();
  const sessionid = await wire.signIn(user);
  await wire.service.changeUser(user.username, 'expire');
  const key = await wire.service.addLicense({ days: 1 });
  expect(await redeem(wire, user.username, key, sessionid)).toMatchObject({ success: true });
  const { username, password: pass } = user;
  const { body } = await wire.send({ type: 'login', sessionid, username, pass, hwid });
  expect(body).toMatchObject({ success: true });
});

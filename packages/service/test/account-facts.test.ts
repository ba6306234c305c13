// Account data in answers (docs/protocol.md#additional-fields): lapsed subscriptions, two-factor
// sign-in, binding time.
import { expect, test } from 'vitest';
import { addPlan } from './support/own-application.ts';
import { hwid, openWire } from './support/service-client.ts';

const now = 1_900_000_000;
const day = 86_400;

async function open() {
  const clock = { ms: now * 1000 };
  const wire = await openWire({ now: () => clock.ms });
  const { service } = wire;
  const application = await service.database
    .selectFrom('applications')
    .select('id')
    .where('name', '=', service.app.name)
    .executeTakeFirstOrThrow();
  const user = await service.addUser({ username: 'anna' });
  const other = await service.addUser({ username: 'bert' });
  /** A signed-in session, and the `info` of its sign-in. */
  const signIn = async (who = user, device = hwid, code = '') => {
    const { username, password: pass } = who;
    const sessionid = await wire.init();
    const parameters = { type: 'login', sessionid, username, pass, hwid: device, code };
    const { body } = await wire.send(parameters);
    expect(body).toMatchObject({ success: true });
    return { sessionid, info: body['info'] as Record<string, unknown> }; // as its schema says
  };
  const check = async (sessionid: string) => {
    const { body } = await wire.send({ type: 'check', sessionid });
    return body['info'] as Record<string, unknown>; // as its schema says
  };
  const own = async (plan: string, row: { expiresAt: number | null; remaining?: number }) => {
    await addPlan(service.database, application.id, plan, '1', now);
    const { id: userId } = await service.database
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'anna')
      .executeTakeFirstOrThrow();
    const { id: planId } = await service.database
      .selectFrom('plans')
      .select('id')
      .where('name', '=', plan)
      .executeTakeFirstOrThrow();
    const { expiresAt, remaining: remainingSeconds = null } = row;
    await service.database
      .insertInto('subscriptions')
      .values({ userId, planId, sinceAt: now - 90 * day, expiresAt, remainingSeconds })
      .execute();
  };
  return { clock, wire, service, user, other, signIn, check, own };
}

test('lists expired and paused subscriptions in each sign-in and check', async () => {
  const { signIn, check, own, other } = await open();
  await own('Old', { expiresAt: now - day });
  await own('Zebra', { expiresAt: null, remaining: 3 * day });
  await own('Alpha', { expiresAt: null, remaining: 5 * day });
  await own('Empty', { expiresAt: null, remaining: 0 });
  const lapsed = [
    { subscription: 'Old', expiry: String(now - day), paused: false },
    { subscription: 'Alpha', expiry: null, paused: true },
    { subscription: 'Empty', expiry: null, paused: false },
    { subscription: 'Zebra', expiry: null, paused: true },
  ];
  const { sessionid, info } = await signIn();
  expect(info).toMatchObject({ subscriptions: [{ subscription: 'Pro' }], lapsed });
  expect(await check(sessionid)).toMatchObject({
    subscriptions: [{ subscription: 'Pro' }],
    lapsed,
  });
  const theirs = await signIn(other);
  expect(theirs.info['lapsed']).toEqual([]);
  expect((await check(theirs.sessionid))['lapsed']).toEqual([]);
});

test('lists a subscription as expired from the second at which it ends', async () => {
  const { clock, signIn, check, own } = await open();
  await own('Short', { expiresAt: now + 60 });
  const { sessionid, info } = await signIn();
  expect(info['lapsed']).toEqual([]);
  clock.ms = (now + 59) * 1000;
  expect((await check(sessionid))['lapsed']).toEqual([]);
  clock.ms = (now + 60) * 1000;
  const answer = await check(sessionid);
  expect(answer['lapsed']).toEqual([
    { subscription: 'Short', expiry: String(now + 60), paused: false },
  ]);
  expect(answer['subscriptions']).toMatchObject([{ subscription: 'Pro' }]);
});

test('reports two-factor sign-in only after a code confirms it, and only for that user', async () => {
  const { clock, wire, signIn, check, other } = await open();
  const { sessionid, info } = await signIn();
  const theirs = await signIn(other);
  const ask = async (type: string, code = '') =>
    (await wire.send({ type, sessionid, code })).body as Record<string, unknown>;
  const stateAt = async () => (await check(sessionid))['twofactor'];
  expect(info['twofactor']).toBe(false);
  const { secret_code: secret } = (await ask('2faenable'))['2fa'] as { secret_code: string }; // as its schema says
  expect(await stateAt()).toBe(false);
  const code = () => wire.service.totpCode(secret, clock.ms);
  expect(await ask('2faenable', code())).toMatchObject({ success: true });
  expect(await stateAt()).toBe(true);
  clock.ms += 30_000;
  expect((await signIn(undefined, hwid, code())).info['twofactor']).toBe(true);
  expect((await check(theirs.sessionid))['twofactor']).toBe(false);
  expect((await signIn(other)).info['twofactor']).toBe(false);
  clock.ms += 30_000;
  expect(await ask('2fadisable', code())).toMatchObject({ success: true });
  expect(await stateAt()).toBe(false);
});

test('reports when the device was bound in a sign-in, and omits it in a check', async () => {
  const { clock, service, signIn, check } = await open();
  const { sessionid, info } = await signIn();
  expect(info['boundAt']).toBe(now);
  expect(await check(sessionid)).not.toHaveProperty('boundAt');
  clock.ms += day * 1000;
  expect((await signIn()).info['boundAt']).toBe(now);
  // The seller resets the device, so the next one is bound anew.
  await service.bindDevice('anna', null);
  const second = 'e'.repeat(64);
  expect((await signIn(undefined, second)).info['boundAt']).toBe(now + day);
});

test('reports the binding time of each device', async () => {
  const { clock, service, user, signIn } = await open();
  await signIn();
  const second = 'e'.repeat(64);
  const { id: userId } = await service.database
    .selectFrom('users')
    .select('id')
    .where('username', '=', user.username)
    .executeTakeFirstOrThrow();
  const device = { userId, hwid: second, addedAt: now + 60 };
  await service.database.insertInto('devices').values(device).execute();
  clock.ms += 3600 * 1000;
  expect((await signIn()).info['boundAt']).toBe(now);
  expect((await signIn(undefined, second)).info['boundAt']).toBe(now + 60);
});

test('reports no binding time for an unbound device while the lock is off', async () => {
  const { service, signIn } = await open();
  await service.setApp({ hwidLock: false });
  expect((await signIn()).info['boundAt']).toBeNull();
  // The device was bound before the lock was turned off.
  await service.bindDevice('anna', hwid);
  expect((await signIn()).info['boundAt']).toBe(now);
});

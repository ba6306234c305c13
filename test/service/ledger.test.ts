// The ledger of grants (contract 0.20), seen from the customer's side: what a ban, a refund or a removal of a key takes, what
// lifting it gives back, and what nobody but the one it is about loses.
import { expect, test } from 'vitest';
import { sellerOf } from '../support/seller-client.ts';
import { hwid, openWire } from '../support/service-client.ts';
import { addPlan } from '../support/service.ts';

const start = 1_800_000_000;
const day = 86_400;

interface Grant {
  readonly source: string;
  readonly key: string | null;
  readonly given: number;
  readonly left: number;
  readonly revoked: string | null;
  readonly revokedby: string | null;
}

async function open(interleave = false) {
  const clock = { now: start };
  const wire = await openWire({ now: () => clock.now * 1000, interleave });
  const { service, send, init } = wire;
  const ask = sellerOf(service);
  const must = async (type: string, parameters: Record<string, string> = {}) => {
    const answer = await ask(type, parameters);
    expect(answer, type).toMatchObject({ success: true });
    return answer.body;
  };
  const users: { username: string; password: string }[] = [];
  /** Makes a user with a first key, as a customer does. */
  const register = async (username: string, key: string) => {
    const password = `pass of ${username}`;
    const sessionid = await init();
    const request = { type: 'register', sessionid, username, pass: password, key, hwid };
    expect((await send(request)).body).toMatchObject({ success: true });
    users.push({ username, password });
    return sessionid;
  };
  const redeem = async (username: string, key: string) => {
    const { body } = await send({ type: 'upgrade', sessionid: await init(), username, key });
    expect(body).toMatchObject({ success: true });
  };
  /** What the customer is told at a sign-in: days left, or why not. */
  const seen = async (username: string) => {
    const sessionid = await init();
    const pass = `pass of ${username}`;
    const { body } = await send({ type: 'login', sessionid, username, pass, hwid });
    if (body['success'] !== true) return body['reason'];
    const { subscriptions } = body['info'] as { subscriptions: { timeleft: number }[] }; // as its schema says
    return subscriptions.map(({ timeleft }) => timeleft / day);
  };
  const check = async (sessionid: string) => {
    const { body } = await send({ type: 'check', sessionid });
    return body['success'] === true ? 'signed in' : body['reason'];
  };
  const grants = async (user: string) => {
    const subs = (await must('usergrants', { user }))['subs'] as {
      subscription: string;
      grants: Grant[];
    }[]; // as its schema says
    return Object.fromEntries(subs.map(({ subscription, grants: list }) => [subscription, list]));
  };
  const key = (days: number, level = '1') => service.addLicense({ days, level });
  return { ...wire, clock, ask, must, register, redeem, seen, check, grants, key };
}

test.each(['ban', 'refund', 'del', 'delmultiple'])(
  '%s of a used key ends what it gave at the next use of a session, and says how much it was',
  async (type) => {
    const { clock, must, register, redeem, check, seen, key } = await open();
    const [one, other] = [await key(30), await key(30)];
    const session = await register('ann', one);
    const bystander = await register('ben', other);
    clock.now += 3600;
    const body = await must(type, { key: one });
    expect(body['takenBack']).toEqual([
      { user: 'ann', subscription: 'Pro', seconds: 30 * day - 3600 },
    ]);
    expect(body['message']).not.toContain('Nothing');
    expect(await check(session)).toBe('no-subscription');
    expect(await check(session)).toBe('session-gone');
    expect(await seen('ann')).toBe('no-subscription');
    expect(await check(bystander)).toBe('signed in');
    expect(await seen('ben')).toEqual([30 - 1 / 24]);
    // What was taken is gone for good where the key is gone, and a new key is a new beginning.
    await redeem('ann', await key(5));
    expect(await seen('ann')).toEqual([5]);
  },
);

test('a ban takes exactly what is left of its own key, and lifting it gives exactly that back', async () => {
  const { clock, must, register, redeem, seen, key } = await open();
  const [first, second] = [await key(10), await key(20)];
  await register('ann', first);
  await redeem('ann', second);
  clock.now += 4 * day;
  // The oldest is used first.
  expect((await must('ban', { key: first }))['takenBack']).toMatchObject([{ seconds: 6 * day }]);
  expect(await seen('ann')).toEqual([20]);
  clock.now += 5 * day;
  expect((await must('ban', { key: second }))['takenBack']).toMatchObject([{ seconds: 15 * day }]);
  expect(await seen('ann')).toBe('no-subscription');
  clock.now += 100 * day;
  expect((await must('unban', { key: second }))['givenBack']).toEqual([
    { user: 'ann', subscription: 'Pro', seconds: 15 * day },
  ]);
  expect(await seen('ann')).toEqual([15]);
  clock.now += day;
  expect((await must('unban', { key: first }))['givenBack']).toMatchObject([{ seconds: 6 * day }]);
  expect(await seen('ann')).toEqual([20]);
  // Given back, it is the oldest again.
  clock.now += 7 * day;
  expect((await must('ban', { key: first }))['takenBack']).toEqual([]);
  expect((await must('unban', { key: first }))['givenBack']).toEqual([]);
  expect(await seen('ann')).toEqual([13]);
});

test('a second key and an extension hide the first no more', async () => {
  const { service, must, register, redeem, seen, grants, key } = await open();
  await service.removeNeighbour();
  const [first, second] = [await key(10), await key(20)];
  await register('ann', first);
  await redeem('ann', second);
  await must('extend', { user: 'ann', sub: 'Pro', expiry: '5' });
  await must('extend', { user: 'all', sub: 'Pro', expiry: '1', activeOnly: '1' });
  await must('subtract', { user: 'ann', sub: 'Pro', seconds: String(2 * day) });
  expect((await must('usersub', { user: 'ann' }))['subs']).toMatchObject([{ key: first }]);
  expect(await grants('ann')).toMatchObject({
    Pro: [
      { source: 'key', key: first, given: 10 * day, left: 10 * day },
      { source: 'key', key: second, given: 20 * day, left: 20 * day },
      { source: 'seller', key: null, given: 5 * day, left: 4 * day },
      { source: 'seller', key: null, given: day, left: 0 },
      { source: 'seller', key: null, given: -2 * day, left: 0 },
    ],
  });
  expect(await seen('ann')).toEqual([34]);
  await must('refund', { key: first });
  expect(await seen('ann')).toEqual([24]);
  expect((await must('usersub', { user: 'ann' }))['subs']).toMatchObject([{ key: second }]);
  expect((await must('keygrants', { key: first }))['grants']).toMatchObject([
    { user: 'ann', subscription: 'Pro', left: 10 * day, revokedby: 'refund', revoked: `${start}` },
  ]);
});

test('a refund again changes nothing more, and a refunded key opens nothing', async () => {
  const { must, register, seen, send, init, key } = await open();
  const [used, unused] = [await key(10), await key(10)];
  await register('ann', used);
  await must('refund', { key: used });
  expect((await must('refund', { key: used }))['takenBack']).toEqual([]);
  expect((await must('refund', { key: unused }))['takenBack']).toEqual([]);
  expect(await seen('ann')).toBe('no-subscription');
  const upgrade = { type: 'upgrade', sessionid: await init(), username: 'ann', key: unused };
  expect((await send(upgrade)).body).toMatchObject({ reason: 'key-banned' });
  expect((await must('info', { key: used }))['status']).toBe('Banned');
  await must('unban', { key: used });
  expect(await seen('ann')).toEqual([10]);
});

test('a key that gave several subscriptions loses what is left in each, and nothing of others', async () => {
  const { service, must, register, seen, grants, key, clock } = await open();
  const { id } = await service.database
    .selectFrom('applications')
    .select('id')
    .executeTakeFirstOrThrow();
  await addPlan(service.database, id, 'Extra', '1', start);
  await addPlan(service.database, id, 'Max', '2', start);
  const both = await key(10);
  await register('ann', both);
  await must('extend', { user: 'ann', sub: 'Extra', expiry: '3' });
  await must('extend', { user: 'ann', sub: 'Max', expiry: '7' });
  clock.now += day;
  expect((await must('ban', { key: both }))['takenBack']).toEqual([
    { user: 'ann', subscription: 'Extra', seconds: 9 * day },
    { user: 'ann', subscription: 'Pro', seconds: 9 * day },
  ]);
  expect(await seen('ann')).toEqual([6, 3]);
  expect(await grants('ann')).toMatchObject({
    Pro: [{ left: 9 * day, revokedby: 'ban' }],
    Extra: [{ left: 9 * day, revokedby: 'ban' }, { left: 3 * day }],
    Max: [{ left: 6 * day }],
  });
});

test('what a key of today gave is not always known, and a ban says that it could take nothing', async () => {
  const { service, ask, seen, register, key } = await open();
  const used = await key(10);
  await register('ann', await key(20));
  const { id: usedBy } = await service.database
    .selectFrom('users')
    .select('id')
    .executeTakeFirstOrThrow();
  // Redeemed before there was a ledger.
  await service.database
    .updateTable('licenses')
    .set({ status: 'used', usedBy, usedAt: start - day })
    .where('key', '=', used)
    .execute();
  for (const type of ['ban', 'refund', 'del'])
    expect((await ask(type, { key: used })).message).toContain('Nothing could be taken back');
  expect(await seen('ann')).toEqual([20]);
});

test('a key whose text was another key before takes nothing that the other gave', async () => {
  const { clock, must, register, redeem, seen } = await open();
  const own = { mask: 'MY-OWN-KEY', force: '1', expiry: '10' };
  await must('add', own);
  await register('ann', 'MY-OWN-KEY');
  await must('delused');
  clock.now += day;
  await must('add', own);
  await register('ben', 'MY-OWN-KEY');
  clock.now += day;
  await must('delused');
  await must('add', own);
  await redeem('ann', 'MY-OWN-KEY');
  expect((await must('ban', { key: 'MY-OWN-KEY' }))['takenBack']).toEqual([
    { user: 'ann', subscription: 'Pro', seconds: 10 * day },
  ]);
  expect(await seen('ann')).toEqual([8]);
  expect(await seen('ben')).toEqual([9]);
});

test('while the user is paused a ban takes as much, and it comes back paused', async () => {
  const { clock, must, register, redeem, seen, key } = await open();
  const [first, second] = [await key(10), await key(20)];
  await register('ann', first);
  clock.now += day;
  await must('pauseuser', { username: 'ann' });
  clock.now += 50 * day;
  expect((await must('ban', { key: first }))['takenBack']).toMatchObject([{ seconds: 9 * day }]);
  // Nothing is left that could be paused.
  expect(await seen('ann')).toBe('no-subscription');
  await must('unban', { key: first });
  expect(await seen('ann')).toBe('subscription-paused');
  await redeem('ann', second);
  await must('ban', { key: first });
  clock.now += day;
  await must('unpauseuser', { username: 'ann' });
  expect(await seen('ann')).toEqual([20]);
});

test('while the application is paused what a ban took comes back paused with it', async () => {
  const { service, clock, must, register, seen, key } = await open();
  await service.removeNeighbour();
  const first = await key(10);
  await register('ann', first);
  await must('ban', { key: first });
  await must('pauseapp');
  clock.now += day;
  expect((await must('unban', { key: first }))['givenBack']).toMatchObject([{ seconds: 10 * day }]);
  clock.now += 5 * day;
  await must('unpauseapp');
  expect(await seen('ann')).toEqual([10]);
});

test('a subscription that was taken away stays so, whatever becomes of its keys then', async () => {
  const { must, register, redeem, seen, grants, key } = await open();
  const [first, second] = [await key(10), await key(20)];
  await register('ann', first);
  await redeem('ann', second);
  await must('ban', { key: first });
  await must('delsub', { user: 'ann', sub: 'Pro' });
  expect(await seen('ann')).toBe('no-subscription');
  expect((await must('ban', { key: second }))['takenBack']).toEqual([]);
  expect((await must('unban', { key: second }))['givenBack']).toEqual([]);
  expect(await seen('ann')).toBe('no-subscription');
  // The ban took this before: lifting it gives it back.
  await must('unban', { key: first });
  expect(await seen('ann')).toEqual([10]);
  expect(await grants('ann')).toMatchObject({
    Pro: [
      { left: 10 * day, revoked: null },
      { left: 20 * day, revokedby: 'seller' },
    ],
  });
});

test.each(['resetuser', 'delused', 'delalllicenses', 'addtime'])(
  '%s leaves every second that users have',
  async (type) => {
    const { ask, clock, register, redeem, seen, grants, key } = await open();
    await register('ann', await key(10));
    await redeem('ann', await key(20));
    const before = await grants('ann');
    await ask(type, { user: 'ann', time: '3' });
    expect(await grants('ann')).toEqual(before);
    clock.now += day;
    expect(await seen('ann')).toEqual([29]);
  },
);

test('two bans of two keys at once take each its own', async () => {
  const { service, must, register, redeem, seen, key } = await open(true);
  await service.removeNeighbour();
  for (const round of [1, 2, 3, 4]) {
    const user = `ann${round}`;
    const keys = [await key(10), await key(20), await key(40)];
    await register(user, keys[0] ?? '');
    await redeem(user, keys[1] ?? '');
    await redeem(user, keys[2] ?? '');
    const bodies = await Promise.all([
      ...[0, 1].map((index) => must('ban', { key: keys[index] ?? '' })),
      must('extend', { user, sub: 'Pro', expiry: '5' }),
      must('extend', { user: 'all', sub: 'Pro', expiry: '2' }),
    ]);
    expect(bodies.slice(0, 2)).toMatchObject([
      { takenBack: [{ seconds: 10 * day }] },
      { takenBack: [{ seconds: 20 * day }] },
    ]);
    expect(await seen(user)).toEqual([47]);
  }
});

test('a removed plan takes its grants along, and a removed user theirs', async () => {
  const { service, must, register, key } = await open();
  await service.removeNeighbour();
  await register('ann', await key(10));
  await register('ben', await key(10));
  const users = async () => {
    const rows = await service.database.selectFrom('grants').select('userId').execute();
    return rows.length;
  };
  expect(await users()).toBe(2);
  await must('deluser', { user: 'ann' });
  expect(await users()).toBe(1);
  await must('delappsub', { name: 'Pro' });
  expect(await users()).toBe(0);
});

test('a ledger of another service is put in whole, or refused and nothing is changed', async () => {
  const { ask, must, register, seen, grants, key } = await open();
  await register('ann', await key(10));
  await register('ben', await key(10));
  const before = await grants('ann');
  const one = { source: 'seller', key: null, actor: '', at: '5', revoked: null, revokedby: null };
  const list = JSON.stringify([
    { ...one, source: 'key', key: 'OF-THERE', given: 5 * day, left: 0 },
    { ...one, given: 4 * day, left: 3 * day },
    { ...one, given: 8 * day, left: 8 * day, revoked: '9', revokedby: 'ban' },
  ]);
  const expiry = String(start + 3 * day);
  const whole = { user: 'ann', sub: 'Pro', grants: list, expiry };
  for (const [change, message] of [
    [{ user: 'nobody' }, 'User not found!'],
    [{ sub: 'None' }, 'Subscription not found!'],
    [{ expiry: String(start + 4 * day) }, 'The grants come to less than that: see "expiry"'],
    [{ grants: 'no JSON' }, 'The parameter "grants" is not valid.'],
    [{ grants: '[{"source":"key"}]' }, 'The parameter "grants" is not valid.'],
    [
      { grants: JSON.stringify([{ ...one, given: 1, left: -1 }]) },
      'The parameter "grants" is not valid.',
    ],
  ] as const)
    expect(await ask('setgrants', { ...whole, ...change })).toMatchObject({ status: 400, message });
  expect(await grants('ann')).toEqual(before);
  await must('setgrants', whole);
  expect(await seen('ann')).toEqual([3]);
  expect((await grants('ann'))['Pro']).toMatchObject([
    { source: 'key', key: 'OF-THERE', left: 0 },
    { source: 'seller', left: 3 * day },
    { source: 'seller', left: 8 * day, revokedby: 'ban' },
  ]);
  await must('setgrants', { user: 'ann', sub: 'Pro', paused: '1', timeleft: '86400' });
  expect(await seen('ann')).toBe('subscription-paused');
  expect(await seen('ben')).toEqual([10]);
});

test('a license of another service comes with who used it, and is refused where there is one', async () => {
  const { ask, must, register, seen, key } = await open();
  const own = await key(10);
  await register('ann', own);
  const row = { key: 'OF-THERE', expires: '600', status: 'Banned', usedby: 'ann', usedon: '77' };
  await must('importkey', { ...row, banned: 'leaked', gendate: '55', note: 'n', genby: 'shop' });
  expect((await must('fetchallkeys'))['keys']).toMatchObject([
    { key: own },
    { ...row, banned: 'leaked', gendate: '55', note: 'n', genby: 'shop', level: '1' },
  ]);
  expect(await ask('importkey', { key: own, expires: '5', status: 'Not Used' })).toMatchObject({
    message: 'This license key exists already',
  });
  // It gives nothing by being put in.
  expect(await seen('ann')).toEqual([10]);
});

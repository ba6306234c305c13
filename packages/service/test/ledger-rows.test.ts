// Rows of the ledger in pauses, removals, concurrent changes, and imports from another service.
import { expect, test } from 'vitest';
import { start, day, open } from './ledger-parts.ts';

test("a ban of a paused user's key revokes its time, and lifting the ban restores that time as paused", async () => {
  const { clock, must, register, redeem, seen, key } = await open();
  const [first, second] = [await key(10), await key(20)];
  await register('ann', first);
  clock.now += day;
  await must('pauseuser', { username: 'ann' });
  clock.now += 50 * day;
  expect((await must('ban', { key: first }))['takenBack']).toMatchObject([{ seconds: 9 * day }]);
  expect(await seen('ann')).toBe('no-subscription');
  await must('unban', { key: first });
  expect(await seen('ann')).toBe('subscription-paused');
  await redeem('ann', second);
  await must('ban', { key: first });
  clock.now += day;
  await must('unpauseuser', { username: 'ann' });
  expect(await seen('ann')).toEqual([20]);
});

test('time is restored paused if a ban is lifted while the application is paused', async () => {
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

test('a removed subscription stays removed after any change of its keys', async () => {
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
  // The ban revoked this grant before the removal, so lifting it restores the grant.
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
  '%s changes no remaining time',
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

test('two concurrent bans each revoke the time of their own key', async () => {
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

test('removing a plan or a user removes the grants', async () => {
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

test('imports a ledger completely, or refuses the ledger and changes nothing', async () => {
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
    [{ expiry: String(start + 4 * day) }, 'The grants have less time left than "expiry" requires'],
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

test('imports a license with its user, and refuses a key that exists', async () => {
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
    message: 'This license key already exists',
  });
  // The import itself grants nothing.
  expect(await seen('ann')).toEqual([10]);
});

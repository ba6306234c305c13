// The ledger of grants (docs/protocol.md#grant-ledger) as users see it: what is revoked, restored
// and kept.
import { expect, test } from 'vitest';
import { addPlan } from './support/own-application.ts';
import { start, day, open } from './ledger-parts.ts';

test.each(['ban', 'refund', 'del', 'delmultiple'])(
  "%s of a used key ends its time at the session's next request, and reports the revoked time",
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
    await redeem('ann', await key(5));
    expect(await seen('ann')).toEqual([5]);
  },
);

test('a ban revokes the remaining time of its key, and lifting the ban restores exactly that time', async () => {
  const { clock, must, register, redeem, seen, key } = await open();
  const [first, second] = [await key(10), await key(20)];
  await register('ann', first);
  await redeem('ann', second);
  clock.now += 4 * day;
  // The oldest grant is used first.
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
  // The restored grant is the oldest again.
  clock.now += 7 * day;
  expect((await must('ban', { key: first }))['takenBack']).toEqual([]);
  expect((await must('unban', { key: first }))['givenBack']).toEqual([]);
  expect(await seen('ann')).toEqual([13]);
});

test('an expired key is recorded as banned even if its subscription is removed', async () => {
  const { clock, must, register, seen, grants, key } = await open();
  const [used, other] = [await key(1), await key(1)];
  await register('ann', used);
  await register('ben', other);
  clock.now += day;
  await must('delsub', { user: 'ann', sub: 'Pro' });
  expect((await must('ban', { key: used }))['takenBack']).toEqual([]);
  expect(await grants('ann')).toMatchObject({ Pro: [{ key: used, left: 0, revokedby: 'ban' }] });
  expect(await grants('ben')).toMatchObject({ Pro: [{ key: other, left: 0, revokedby: null }] });
  expect((await must('unban', { key: used }))['givenBack']).toEqual([]);
  expect(await grants('ann')).toMatchObject({ Pro: [{ key: used, left: 0, revokedby: null }] });
  expect(await seen('ann')).toBe('no-subscription');
});

test('records the grants of each key and each extension separately', async () => {
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

test('a repeated refund changes nothing, and a refunded key cannot be redeemed', async () => {
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

test('a ban of a key with several subscriptions revokes its remaining time in each of them', async () => {
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

test('a ban of a key from before the ledger reports that it could not revoke any time', async () => {
  const { service, ask, seen, register, key } = await open();
  const used = await key(10);
  await register('ann', await key(20));
  const { id: usedBy } = await service.database
    .selectFrom('users')
    .select('id')
    .executeTakeFirstOrThrow();
  // Redeemed before the ledger existed.
  await service.database
    .updateTable('licenses')
    .set({ status: 'used', usedBy, usedAt: start - day })
    .where('key', '=', used)
    .execute();
  for (const type of ['ban', 'refund', 'del'])
    expect((await ask(type, { key: used })).message).toContain('No time was revoked');
  expect(await seen('ann')).toEqual([20]);
});

test('a ban of a key does not revoke time of an earlier key with the same text', async () => {
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

// Effects of bans, deletions and redeems of licenses on users, sessions and webhooks.
import { expect, test } from 'vitest';
import { hwid } from './support/service-client.ts';
import { now, open, makeKey } from './license-states-parts.ts';

test('deleting a license revokes its remaining time, and no time of other users', async () => {
  const opened = await open();
  const { service, ask, subsOf } = opened;
  const { user, key } = await makeKey(opened, 'used');
  const other = await makeKey(opened, 'used');
  const { id: applicationId } = await service.database
    .selectFrom('applications')
    .select('id')
    .executeTakeFirstOrThrow();
  await service.database
    .insertInto('tokens')
    .values(
      [key, other.key].map((assigned) => ({
        applicationId,
        token: `token of ${assigned}`,
        kind: 'license' as const,
        assigned,
        bannedReason: null,
        hash: null,
        createdAt: now,
      })),
    )
    .execute();
  await ask('del', { key });
  expect(await subsOf(user)).toEqual([]);
  expect(await subsOf(other.user)).toEqual([10]);
  const tokens = await service.database.selectFrom('tokens').select('assigned').execute();
  expect(tokens).toEqual([{ assigned: other.key }]);
  expect(await ask('verifyuser', { user })).toMatchObject({ success: true });
});

test('deleting a license keeps the time of other keys', async () => {
  const { service, ask, subsOf } = await open();
  const key = await service.addLicense({ days: 10 });
  await ask('activate', { user: 'Ann', pass: 'p', key });
  await ask('assignkey', { user: 'Ann', key: await service.addLicense({ days: 5 }) });
  await ask('del', { key });
  expect(await subsOf('Ann')).toEqual([5]);
});

test('deleting a license deletes its user only on request', async () => {
  const opened = await open();
  const { ask } = opened;
  const [one, two, three] = [
    await makeKey(opened, 'used'),
    await makeKey(opened, 'used'),
    await makeKey(opened, 'unused'),
  ];
  expect(
    await ask('delmultiple', { key: `${one.key}, ${three.key},GONE`, userToo: '1' }),
  ).toMatchObject({ body: { deleted: 2 } });
  expect(await ask('verifyuser', { user: one.user })).toMatchObject({ success: false });
  for (const { user } of [two, three])
    expect(await ask('verifyuser', { user })).toMatchObject({ success: true });
  expect(await ask('verify', { key: two.key })).toMatchObject({ success: true });
});

test('deleting licenses in bulk keeps the time of users', async () => {
  const opened = await open();
  const { user } = await makeKey(opened, 'used');
  for (const type of ['delused', 'delalllicenses']) {
    await opened.ask(type);
    expect(await opened.subsOf(user)).toEqual([10]);
  }
});

test('deleting licenses in bulk deletes their tokens, and no other tokens', async () => {
  const opened = await open();
  const { ask, service } = opened;
  const { key: used } = await makeKey(opened, 'used');
  const { key: unused } = await makeKey(opened, 'unused');
  await ask('addtoken', { key: used });
  await ask('addtoken', { key: unused });
  await ask('addtoken');
  const assigned = async () => {
    const rows = await service.database.selectFrom('tokens').select('assigned').execute();
    return rows.map((row) => row.assigned).sort();
  };
  expect(await assigned()).toEqual(['', used, unused].sort());
  await ask('delused');
  expect(await assigned()).toEqual(['', unused]);
  await ask('delalllicenses');
  expect(await assigned()).toEqual(['']);
});

test('addtime extends every unused license', async () => {
  const opened = await open();
  const keys = [await makeKey(opened, 'unused'), await makeKey(opened, 'unused')];
  await opened.ask('addtime', { time: '0.5' });
  for (const { key } of keys)
    expect((await opened.ask('info', { key })).body['duration']).toBe(String(10.5 * 86_400));
});

test('a ban during a redeem either bans the user or prevents the redeem', async () => {
  const opened = await open(true);
  const { service, ask, send, init, statusOf, subsOf, bannedOf } = opened;
  for (let round = 0; round < 12; round += 1) {
    const { username } = await service.addUser({ subscription: 'none' });
    const key = await service.addLicense({ days: 10 });
    const sessionid = await init();
    const redeem = () => send({ type: 'upgrade', sessionid, username, key });
    const ban = () => ask('ban', { key, reason: 'stolen', userToo: '1' });
    const [first, second] = round % 2 === 0 ? [redeem, ban] : [ban, redeem];
    const answers = await Promise.all([first(), second()]);
    const redeemed = answers[round % 2]?.body ?? {};
    expect(await statusOf(key)).toBe('Banned');
    expect(await subsOf(username)).toEqual([]);
    if (redeemed['success'] === true) {
      expect(answers[1 - (round % 2)]?.body).toMatchObject({ takenBack: [{ user: username }] });
      expect(await bannedOf(username)).toBe('stolen');
    } else {
      expect(redeemed['reason']).toBe('key-banned');
      expect(await bannedOf(username)).toBeNull();
    }
  }
});

test('a license goes to either a concurrent redeem or assignment, not to both', async () => {
  const opened = await open(true);
  const { service, ask, send, init, subsOf } = opened;
  for (let round = 0; round < 8; round += 1) {
    const key = await service.addLicense({ days: 10 });
    const [{ username: one }, { username: user }] = [
      await service.addUser({ subscription: 'none' }),
      await service.addUser({ subscription: 'none' }),
    ];
    const sessionid = await init();
    const [client, seller] = await Promise.all([
      send({ type: 'upgrade', sessionid, username: one, key }),
      ask('assignkey', { user, key }),
    ]);
    expect([client.body['success'], seller.success].filter(Boolean)).toHaveLength(1);
    expect([...(await subsOf(one)), ...(await subsOf(user))]).toEqual([10]);
  }
});

test('a ban of a license and its user ends the session immediately', async () => {
  const opened = await open();
  const { service, ask, init, send } = opened;
  const { username, password } = await service.addUser({ subscription: 'none' });
  const key = await service.addLicense({ days: 10 });
  await ask('assignkey', { user: username, key });
  const sessionid = await init();
  await send({ type: 'login', sessionid, username, pass: password, hwid });
  expect((await send({ type: 'check', sessionid })).body).toMatchObject({ success: true });
  await ask('ban', { key, userToo: '1' });
  expect((await send({ type: 'check', sessionid })).body).toMatchObject({ success: false });
});

test('webhooks receive bans and redeems with masked keys', async () => {
  const opened = await open();
  const { service, ask } = opened;
  const baseurl = 'https://hook.example/';
  await ask('addwebhook', { baseurl, events: 'ban,redeem,register' });
  const { user, key } = await makeKey(opened, 'used');
  await ask('ban', { key, reason: 'stolen' });
  await ask('ban', { key, reason: 'stolen', userToo: '1' });
  await ask('banuser', { user, reason: 'rude' });
  const fresh = await service.addLicense({ days: 1 });
  await ask('activate', { user: 'New', pass: 'p', key: fresh });
  const rows = await service.database.selectFrom('deliveries').select('body').execute();
  const told = rows.map(({ body }) => JSON.parse(body) as { event: string; facts: unknown }); // as events.ts writes it
  const license = `****${key.slice(-4)}`;
  expect(told).toHaveLength(5);
  for (const [event, facts] of [
    ['redeem', { username: user, license, subscription: 'Pro' }],
    ['ban', { license, reason: 'stolen' }],
    ['ban', { username: user, license, reason: 'stolen' }],
    ['ban', { username: user, reason: 'rude' }],
    ['register', { username: 'New', license: `****${fresh.slice(-4)}` }],
  ] as const)
    expect(told.map((one) => ({ event: one.event, facts: one.facts }))).toContainEqual({
      event,
      facts,
    });
});

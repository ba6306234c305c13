// Disputed payments of connected shops, and bans of the seller beside them.
import { expect, test } from 'vitest';
import { begin, day, dispute, openMapped, paid, renewed } from './shops-parts.ts';

test('a dispute suspends the time, and a won one gives the lost days back', async () => {
  const { send, ask, redeem, left, clock, sales } = await openMapped();
  await send(paid('1001'));
  await redeem();
  clock.seconds += 10 * day;
  await send(dispute('1001', 'open', begin + 10 * day));
  expect(await left('Anna')).toBe(0);
  const { body } = await ask('usergrants', { user: 'Anna' });
  expect(JSON.stringify(body)).toContain('"revokedby":"dispute"');
  expect(await sales()).toMatchObject([{ state: 'disputed' }]);
  clock.seconds += 40 * day;
  await send(dispute('1001', 'won', begin + 50 * day));
  expect(await left('Anna')).toBe(20 * day);
  await send(dispute('1001', 'lost', begin + 51 * day));
  expect(await left('Anna')).toBe(0);
  expect(await sales()).toMatchObject([{ state: 'refunded' }]);
});

test.each(['before', 'after'])(
  'a won dispute never lifts a ban that the seller made %s it',
  async (when) => {
    const { send, ask, redeem, left, keys } = await openMapped();
    await send(paid('1001'));
    await redeem();
    const ban = async () => {
      const [license] = await keys();
      await ask('ban', { key: license?.key ?? '', reason: 'cheating' });
    };
    if (when === 'before') await ban();
    await send(dispute('1001', 'open', begin + 5));
    if (when === 'after') await ban();
    await send(dispute('1001', 'won', begin + 6));
    expect(await keys()).toMatchObject([{ status: 'Banned', banned: 'cheating' }]);
    expect(await left('Anna')).toBe(0);
    const [license] = await keys();
    await ask('unban', { key: license?.key ?? '' });
    expect(await left('Anna')).toBe(30 * day);
  },
);

test('webhooks get an event when a renewal extends a subscription', async () => {
  const { ask, send, redeem, service } = await openMapped();
  await ask('addwebhook', { baseurl: 'https://hook.example/', events: 'extend' });
  await send(paid('1001'));
  await redeem();
  await send(renewed('1001', 1));
  const rows = await service.database.selectFrom('deliveries').select('body').execute();
  expect(rows.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { event: 'extend', facts: { username: 'Anna', subscription: 'Pro', seconds: 30 * day } },
  ]);
});

test('webhooks get one event for each new state of an order', async () => {
  const { ask, send, shop, service } = await openMapped();
  const events = 'sale,refund,dispute';
  await ask('addwebhook', { baseurl: 'https://hook.example/', events });
  await send(paid('1001'));
  await send(paid('1001', { id: 'twin' }));
  await send(dispute('1001', 'open', begin + 5));
  await send(dispute('1001', 'won', begin + 6));
  await send(dispute('1001', 'lost', begin + 7));
  await send(paid('1002', { test: true }));
  const rows = await service.database
    .selectFrom('deliveries')
    .select(['event', 'body'])
    .orderBy('createdAt')
    .execute();
  expect(rows.map(({ event }) => event).toSorted()).toEqual(['dispute', 'refund', 'sale']);
  const sale = rows.find(({ event }) => event === 'sale');
  expect(JSON.parse(sale?.body ?? '')).toMatchObject({
    facts: { order: `hmac:${shop}:1001`, amount: 1000, currency: 'EUR' },
  });
  expect(JSON.stringify(rows)).not.toContain('buyer@example.com');
});

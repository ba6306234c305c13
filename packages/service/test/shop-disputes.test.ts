// Disputed payments of connected shops, and bans of the seller beside them.
import { expect, test } from 'vitest';
import { begin, day, dispute, openMapped, paid } from './shops-parts.ts';

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

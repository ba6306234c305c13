// Random histories of payments, renewals, refunds and disputes, in any order of arrival and with
// repeats: after each event, the buyer owns what was paid and not given back.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { triesAll } from '../../../test/support/share.ts';
import { begin, openMapped } from './shops-parts.ts';
import { databaseKind } from './support/postgresql.ts';
import {
  history,
  ownedSeconds,
  type History,
  type HistoryEvent,
} from './support/shop-histories.ts';

/** `npm run soak -- sweeps` tries ten times as many. On PostgreSQL, each takes twice as long. */
const usual = databaseKind === 'sqlite' ? 1000 : 200;
const runs = triesAll ? 10 * usual : usual;

type Opened = Awaited<ReturnType<typeof openMapped>>;

async function openBuyer({ service, ask, shop }: Opened, number: number) {
  const order = String(number);
  const { username } = await service.addUser({ subscription: 'none' });
  const licenses = () =>
    service.database
      .selectFrom('licenses')
      .select(['key', 'status', 'seconds'])
      .where('orderNumber', '=', `hmac:${shop}:${order}`)
      .where('status', '=', 'unused')
      .execute();
  return {
    order,
    redeem: async () => {
      for (const { key } of await licenses())
        expect(await ask('assignkey', { user: username, key })).toMatchObject({ success: true });
    },
    owned: async () => {
      const unused = (await licenses()).reduce((sum, { seconds }) => sum + seconds, 0);
      const subscription = await service.database
        .selectFrom('subscriptions')
        .innerJoin('users', 'users.id', 'subscriptions.userId')
        .select('expiresAt')
        .where('username', '=', username)
        .executeTakeFirst();
      return unused + Math.max(0, (subscription?.expiresAt ?? begin) - begin);
    },
  };
}

async function live(opened: Opened, number: number, { quantity, arrivals }: History) {
  const { order, redeem, owned } = await openBuyer(opened, number);
  const arrived: HistoryEvent[] = [];
  for (const { event, copies, redeems } of arrivals) {
    const sent = { ...event, id: `${order} ${event.id}`, order, currency: 'EUR' };
    const statuses = await Promise.all(Array.from({ length: copies }, () => opened.send(sent)));
    expect(statuses.every((status) => status === 200)).toBe(true);
    arrived.push(event);
    if (redeems) await redeem();
    expect(await owned(), `after ${arrived.length} events`).toBe(ownedSeconds(arrived, quantity));
  }
}

test(
  `in ${runs} random histories, the buyer owns what was paid and not given back`,
  { timeout: 900_000 },
  async () => {
    const opened = await openMapped({}, { requestsPerMinute: 1_000_000 });
    const seed = Date.now();
    let number = 0;
    await fc.assert(
      fc.asyncProperty(history, (one) => live(opened, (number += 1), one)),
      { numRuns: runs, seed },
    );
    expect(number, `seed ${seed}`).toBeGreaterThanOrEqual(runs);
  },
);

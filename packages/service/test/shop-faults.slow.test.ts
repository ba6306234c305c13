// A fault at each statement of an event of a shop: the event has its whole effect once, as soon as
// the shop sends it again or another event arrives.
import { expect, test } from 'vitest';
import type { Database } from '../src/database/schema.ts';
import { begin, day, openMapped, paid, refund, renewed } from './shops-parts.ts';

/** Fails the statement with the number `failAt`, counted from the last `arm`. */
function createFaults() {
  let left = 0;
  let isFired = false;
  return {
    arm: (failAt: number) => {
      left = failAt;
      isFired = false;
    },
    /** Returns whether the statement was reached. */
    disarm: () => {
      left = 0;
      return isFired;
    },
    wrap: (db: Database) =>
      db.withPlugin({
        transformQuery({ node }) {
          left -= 1;
          if (left === 0) {
            isFired = true;
            throw new Error('A fault of the test');
          }
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      }),
  };
}

const events = {
  paid: (order: string) => paid(order),
  renewed: (order: string) => renewed(order, 1),
  refund: (order: string) => refund(order, { id: `refund ${order}` }),
};

test.each([
  ['paid', [], 30 * day],
  ['renewed', ['paid'], 60 * day],
  ['refund', ['paid', 'renewed'], 0],
] as const)(
  'a fault at each statement of the event %s',
  { timeout: 120_000 },
  async (kind, before, seconds) => {
    const faults = createFaults();
    const { send, service, shop } = await openMapped(
      {},
      { wrapDatabase: faults.wrap, after: () => () => undefined },
    );
    const owned = async (order: string) => {
      const rows = await service.database
        .selectFrom('licenses')
        .select('seconds')
        .where('orderNumber', '=', `hmac:${shop}:${order}`)
        .where('status', '=', 'unused')
        .execute();
      return rows.reduce((sum, one) => sum + one.seconds, 0);
    };
    const statuses = new Set<number>();
    let failAt = 0;
    for (let isReached = true; isReached;) {
      failAt += 1;
      const order = String(failAt);
      for (const earlier of before) expect(await send(events[earlier](order))).toBe(200);
      faults.arm(failAt);
      const status = await send(events[kind](order));
      isReached = faults.disarm();
      statuses.add(status);
      // The shop sends again what was not accepted, and any event applies what is stored.
      const next =
        status === 200 ? { type: 'other', id: `o ${order}`, at: begin } : events[kind](order);
      expect(await send(next)).toBe(200);
      expect(await owned(order), `at statement ${failAt}`).toBe(seconds);
    }
    expect(failAt).toBeGreaterThan(15);
    expect(statuses).toEqual(new Set([200, 500]));
  },
);

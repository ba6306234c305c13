// Exports and erases the orders of connected shops behind the keys that one user redeemed.
import type { SellerCall } from '../../api/seller-call.ts';
import type { Database } from '../../database/schema.ts';
import { openAt, sealAt } from '../../secrets/at-rest.ts';
import { openEvent } from './event-storage.ts';

type Call = Pick<SellerCall, 'secret'> & {
  readonly db: Database;
  readonly application: Pick<SellerCall['application'], 'id'>;
};

export async function exportOrders(call: Call, userId: string) {
  const orders = await ordersOf(call, userId);
  return orders.map(({ shopId, buyer, buyerHash: _, ...order }) => ({
    ...order,
    buyer: buyer === '' ? '' : openAt(call.secret, 'shop sales', [shopId], buyer),
  }));
}

/** The order numbers of the licenses that a user redeemed. */
export function ordersBehind(db: Database, userId: string) {
  return db
    .selectFrom('licenses')
    .select((eb) => eb.fn.coalesce('orderNumber', eb.val('')).as('number'))
    .where('usedBy', '=', userId);
}

/**
 * SECURITY: only orders of this application, because a seller can write the order number of another
 * one into a license. A condition in SQL would make SQLite read all orders of the application.
 */
async function ordersOf({ db, application }: Call, userId: string) {
  const rows = await db
    .selectFrom('shopOrders')
    .select(['id', 'applicationId', 'shopId', 'state', 'amount', 'currency', 'buyer', 'createdAt'])
    .select('buyerHash')
    .where('id', 'in', ordersBehind(db, userId))
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows
    .filter(({ applicationId }) => applicationId === application.id)
    .map(({ applicationId: _, ...order }) => order);
}

/**
 * Erases the buyer's e-mail of the orders and of their events. Returns the number of orders.
 * `onlyOf` limits it to the orders of one buyer: a hash of an e-mail, or null for none.
 */
export async function eraseBuyers(
  call: Call,
  userId: string,
  onlyOf?: string | null,
): Promise<number> {
  const { db, secret } = call;
  const orders = (await ordersOf(call, userId)).filter(
    ({ buyerHash }) => onlyOf === undefined || (onlyOf !== null && buyerHash === onlyOf),
  );
  for (const { id } of orders) {
    await db
      .updateTable('shopOrders')
      .set({ buyer: '', buyerHash: null })
      .where('id', '=', id)
      .execute();
    const events = await db
      .selectFrom('shopEvents')
      .select(['shopId', 'id', 'facts'])
      .where('orderId', '=', id)
      .execute();
    for (const row of events) {
      const facts = JSON.stringify({ ...openEvent(secret, row), email: '' });
      await db
        .updateTable('shopEvents')
        .set({ facts: sealAt(secret, 'shop sales', [row.shopId], facts) })
        .where('shopId', '=', row.shopId)
        .where('id', '=', row.id)
        .execute();
    }
  }
  return orders.length;
}

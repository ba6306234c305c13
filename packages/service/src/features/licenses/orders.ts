// Fulfils each order of a shop once. Shops repeat an order until they get an answer, so a repeat
// gets the same keys (docs/protocol.md#orders).
import type { ApplicationRow, Database } from '../../database/schema.ts';
import { fail, type SellerChange } from '../../api/seller-call.ts';

interface OrderRequest {
  readonly level: string;
  readonly seconds: number;
  readonly amount: number;
}

const secondsPerDay = 86_400;

/**
 * Returns the number under which an order is stored.
 * SECURITY: resellers have separate numbers, so that none gets the keys of another's order, or takes
 * a number of the seller's shop.
 */
export function storedOrder(order: string, accountId: string | undefined): string {
  return accountId === undefined ? order : `${accountId}/${order}`;
}

/** Returns an order of a reseller as it was sent. */
export function sentOrder(number: string, accountId: string): string {
  return number.slice(number === '' ? 0 : storedOrder('', accountId).length);
}

/**
 * Claims an order. Returns null if this request must create the keys, and otherwise the existing
 * keys or a refusal. A concurrent request for the same order waits until this transaction ends.
 */
export async function claimOrder(call: SellerChange, number: string, wanted: OrderRequest) {
  const { db, application, now } = call;
  const { level, seconds, amount } = wanted;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('orders')
    .values({ applicationId: application.id, number, level, seconds, amount, createdAt: now })
    .onConflict((conflict) => conflict.columns(['applicationId', 'number']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return null;
  const order = await db
    .selectFrom('orders')
    .select(['level', 'seconds', 'amount'])
    .where('applicationId', '=', application.id)
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  if (order.level !== level || order.seconds !== seconds || order.amount !== amount)
    return refuseDifferentOrder(order);
  const rows = await licensesOfOrder(db, application, number);
  const keys = rows.map(({ key }) => key);
  return keys.length === order.amount
    ? { ok: true as const, keys, isRefunded: rows.some(({ status }) => status === 'banned') }
    : fail('order-deleted');
}

function refuseDifferentOrder({ amount, level, seconds }: OrderRequest) {
  const days = Number((seconds / secondsPerDay).toFixed(6));
  return fail('order-differs', `It has amount ${amount}, level ${level} and ${days} days.`, {
    amount,
    level,
    days,
  });
}

function licensesOfOrder(db: Database, { id }: Pick<ApplicationRow, 'id'>, number: string) {
  return db
    .selectFrom('licenses')
    .select(['key', 'status'])
    .where('applicationId', '=', id)
    .where('orderNumber', '=', number)
    .execute();
}

/** Counts licenses that are added to an order one by one: imports, and those of connected shops. */
export async function countInOrder(
  { db, application, now }: Pick<SellerChange, 'db' | 'application' | 'now'>,
  number: string,
  { level, seconds, amount }: OrderRequest,
): Promise<void> {
  await db
    .insertInto('orders')
    .values({ applicationId: application.id, number, level, seconds, amount, createdAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['applicationId', 'number'])
        .doUpdateSet((eb) => ({ amount: eb('orders.amount', '+', amount) })),
    )
    .execute();
}

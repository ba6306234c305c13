// Stores what the payments of an order brought in and gave back, which `revenue` sums up.
import type { SellerChange } from '../../api/seller-call.ts';
import type { OrderState } from './order-state.ts';

/** The rows are those of all events, whatever was stored before. Test sales have none. */
export async function setRevenue(
  { db, application }: SellerChange,
  orderId: string,
  { isTest, revenue }: OrderState,
): Promise<void> {
  await db.deleteFrom('shopRevenue').where('orderId', '=', orderId).execute();
  if (isTest || revenue.length === 0) return;
  const order = { orderId, applicationId: application.id };
  await db
    .insertInto('shopRevenue')
    .values(revenue.map((row) => ({ ...row, ...order })))
    .execute();
}

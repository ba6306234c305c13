// Marks orders whose mail failed although their keys work, because they need attention.
import { sql } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { OrderLabel } from '../../database/schema-shops.ts';
import { lockShop } from './event-storage.ts';

export const mailFailed = 'mail-failed';

/** The states of orders with keys that work. */
const working: readonly OrderLabel[] = ['paid', 'partly-refunded'];

export async function lacksMail(
  db: Database,
  orderId: string,
  state: OrderLabel,
): Promise<boolean> {
  if (!working.includes(state)) return false;
  const failed = await db
    .selectFrom('shopMails')
    .select('payment')
    .where('orderId', '=', orderId)
    .where('state', '=', 'failed')
    .limit(1)
    .executeTakeFirst();
  return failed !== undefined;
}

/**
 * In the transaction that changes the mail, and before that. Locks the shop, as what applies its
 * events does, so that neither overwrites what the other found.
 */
export async function setMailFailed(
  db: Database,
  orderId: string,
  hasFailed: boolean,
): Promise<void> {
  const without = sql<string>`trim(replace(',' || attention || ',', ${`,${mailFailed},`}, ','), ',')`;
  const added = sql<string>`trim(${without} || ${`,${mailFailed}`}, ',')`;
  const order = await db
    .selectFrom('shopOrders')
    .select('shopId')
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (order !== undefined) await lockShop(db, order.shopId);
  await db
    .updateTable('shopOrders')
    .set({ attention: hasFailed ? added : without })
    .where('id', '=', orderId)
    .$if(hasFailed, (query) => query.where('state', 'in', [...working]))
    .execute();
}

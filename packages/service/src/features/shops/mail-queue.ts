// Queues mails with the keys of a payment, in the transaction that creates the keys.
import { sql } from 'kysely';
import type { SellerChange } from '../../api/seller-call.ts';
import type { Database } from '../../database/schema.ts';
import { setMailFailed } from './mail-attention.ts';

/** At most one mail for each payment and kind. None if the service cannot send mail. */
export async function queueMail(
  { db, now, mailer }: Pick<SellerChange, 'db' | 'now' | 'mailer'>,
  orderId: string,
  payment: string,
): Promise<void> {
  if (mailer === null) return;
  await db
    .insertInto('shopMails')
    .values({ orderId, payment, kind: 'keys', state: 'queued', nextAt: now, createdAt: now })
    .onConflict((conflict) => conflict.columns(['orderId', 'payment', 'kind']).doNothing())
    .execute();
}

/** Queues the mail of a payment again, whatever became of it. */
export async function queueAgain(
  { db, now }: Pick<SellerChange, 'db' | 'now'>,
  orderId: string,
  payment: string,
): Promise<void> {
  const again = { state: 'queued', nextAt: now, createdAt: now, attempts: 0 } as const;
  await setMailFailed(db, orderId, false);
  await db
    .insertInto('shopMails')
    .values({ orderId, payment, kind: 'keys', ...again })
    .onConflict((conflict) => conflict.columns(['orderId', 'payment', 'kind']).doUpdateSet(again))
    .execute();
}

/** A buyer with more orders gets the mails of the newest ones. */
const maxLostOrders = 10;

/** Queues the mails of a buyer's orders again. One statement, whether there are orders or not. */
export async function queueLostKeys(
  { db, application, now }: Pick<SellerChange, 'db' | 'application' | 'now'>,
  buyerHash: string,
): Promise<void> {
  await db
    .updateTable('shopMails')
    .set({ state: 'queued', nextAt: now, createdAt: now, attempts: 0 })
    .where('kind', '=', 'keys')
    .where((eb) =>
      eb(
        'orderId',
        'in',
        eb
          .selectFrom('shopOrders')
          .select('id')
          .where('applicationId', '=', application.id)
          .where('buyerHash', '=', buyerHash)
          .where('state', 'in', ['paid', 'partly-refunded'])
          .orderBy('createdAt', 'desc')
          .limit(maxLostOrders),
      ),
    )
    .execute();
}

/** Returns since when the oldest queued mail of all applications waits, in Unix seconds, or null. */
export async function oldestQueuedMail(db: Database): Promise<number | null> {
  const { since } = await db
    .selectFrom('shopMails')
    .select(({ fn }) => fn.min<number | null>('createdAt').as('since'))
    // A literal, because a partial index is not used for a placeholder.
    .where('state', '=', sql.lit('queued'))
    .executeTakeFirstOrThrow();
  return since;
}

// Seller API operations that list the events and orders of connected shops.
import { sql, type SqlBool } from 'kysely';
import type { shopsApi } from '@latchkey/protocol/seller/shops.ts';
import { done, fail, type SellerCall, type SellerHandlers } from '../../api/seller-call.ts';
import { readPage } from '../../api/seller-page.ts';
import { openAt } from '../../secrets/at-rest.ts';
import { eventsOfOrder, openEvent } from './event-storage.ts';
import { queueAgain } from './mail-queue.ts';
import { orderStateOf } from './order-state.ts';
import { firstUnitsOf, unitsOf } from './plan-units.ts';

type Handlers = Pick<
  SellerHandlers<typeof shopsApi>,
  'fetchshopevents' | 'fetchsales' | 'sendkeys'
>;

export const salesLists: Handlers = {
  async fetchshopevents(call, { shop, order, offset, limit }) {
    const { db, application, secret } = call;
    if (shop === undefined && order === undefined) return fail('shop-or-order');
    if (shop !== undefined && !(await isOwnShop(call, shop))) return fail('shop-unknown');
    const { rows, ...more } = await readPage(
      db
        .selectFrom('shopEvents')
        .innerJoin('shops', 'shops.id', 'shopEvents.shopId')
        .selectAll('shopEvents')
        .where('shops.applicationId', '=', application.id)
        .$if(shop !== undefined, (query) => query.where('shopEvents.shopId', '=', shop ?? ''))
        .$if(order !== undefined, (query) => query.where('shopEvents.orderId', '=', order ?? ''))
        .orderBy('shopEvents.receivedAt', 'desc')
        .orderBy('shopEvents.id'),
      { offset, limit },
    );
    return done({
      ...more,
      events: rows.map((row) => {
        const { kind, type, amount, currency, items } = openEvent(secret, row);
        return {
          id: row.id,
          order: row.orderId,
          kind,
          event: type,
          at: String(row.at),
          received: String(row.receivedAt),
          amount,
          currency,
          products: items.map(({ product, quantity }) => `${product} x ${quantity}`),
          fault: row.fault,
        };
      }),
    });
  },

  async sendkeys(call, { order }) {
    const { db, application, secret, mailer } = call;
    const found = await db
      .selectFrom('shopOrders')
      .select('buyer')
      .where('applicationId', '=', application.id)
      .where('id', '=', order)
      .executeTakeFirst();
    if (found === undefined) return fail('order-unknown');
    if (mailer === null) return fail('mail-off');
    if (found.buyer === '') return fail('no-buyer');
    const units = (await unitsOf(db, order)).filter(
      ({ licenseKey, state }) => licenseKey !== '' && state === 'given',
    );
    const { payments } = orderStateOf(await eventsOfOrder(db, secret, order));
    // Renewals have the key of the first payment, or one that is redeemed already.
    const [first = units[0]] = firstUnitsOf(payments, units);
    if (first === undefined) return fail('order-without-keys');
    await queueAgain(call, order, first.payment);
    return done();
  },

  async fetchsales(call, { attention, offset, limit }) {
    const { db, application, secret, key } = call;
    const { rows, ...more } = await readPage(
      db
        .selectFrom('shopOrders')
        .selectAll()
        .select((eb) => [
          eb
            .selectFrom('shopUnits')
            .select(({ fn }) => fn.count<number>('shopUnits.licenseKey').distinct().as('count'))
            .whereRef('shopUnits.orderId', '=', 'shopOrders.id')
            .where('shopUnits.licenseKey', '!=', '')
            .as('count'),
          eb
            .selectFrom('shopMails')
            .select('shopMails.state')
            .whereRef('shopMails.orderId', '=', 'shopOrders.id')
            .orderBy('shopMails.createdAt', 'desc')
            .orderBy('shopMails.payment')
            .limit(1)
            .as('mail'),
        ])
        .where('applicationId', '=', application.id)
        // A literal, because a partial index is not used for a placeholder.
        .$if(attention === 1, (query) => query.where(sql<SqlBool>`attention <> ''`))
        .orderBy('createdAt', 'desc')
        .orderBy('id'),
      { offset, limit },
    );
    return done({
      ...more,
      sales: rows.map((row) => {
        const buyer = row.buyer === '' ? '' : openAt(secret, 'shop sales', [row.shopId], row.buyer);
        return {
          order: row.id,
          shop: row.shopId,
          state: row.state,
          attention: row.attention === '' ? [] : row.attention.split(','),
          amount: row.amount,
          currency: row.currency,
          buyer: key.scope === 'all' ? buyer : maskEmail(buyer),
          created: String(row.createdAt),
          count: Number(row.count),
          mail: row.mail ?? '',
        };
      }),
    });
  },
};

async function isOwnShop({ db, application }: SellerCall, id: string): Promise<boolean> {
  const shop = await db
    .selectFrom('shops')
    .select('id')
    .where('applicationId', '=', application.id)
    .where('id', '=', id)
    .executeTakeFirst();
  return shop !== undefined;
}

function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '' : `${email.slice(0, 1)}***${email.slice(at)}`;
}

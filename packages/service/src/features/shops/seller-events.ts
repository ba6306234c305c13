// Seller API operations on the events and mails of connected shops.
import type { Selectable } from 'kysely';
import type { shopsApi } from '@latchkey/protocol/seller/shops.ts';
import { done, fail, type SellerCall, type SellerHandlers } from '../../api/seller-call.ts';
import { readPage } from '../../api/seller-page.ts';
import type { ShopEventRow } from '../../database/schema-shops.ts';
import type { ServiceSecret } from '../../secrets/service-secret.ts';
import { eventsOfOrder, openEvent } from './event-storage.ts';
import { queueAgain } from './mail-queue.ts';
import { orderStateOf } from './order-state.ts';
import { firstUnitsOf, unitsOf } from './plan-units.ts';

type Handlers = Pick<SellerHandlers<typeof shopsApi>, 'fetchshopevents' | 'sendkeys'>;

export const shopEvents: Handlers = {
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
      events: rows.map((row) => ({ order: row.orderId, ...eventAnswer(secret, row) })),
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

export function eventAnswer(secret: ServiceSecret, row: Selectable<ShopEventRow>) {
  const { kind, type, amount, currency, items, claim } = openEvent(secret, row);
  return {
    id: row.id,
    kind,
    event: type,
    at: String(row.at),
    received: String(row.receivedAt),
    amount,
    currency,
    products: items.map(({ product, quantity }) => `${product} x ${quantity}`),
    fault: row.fault,
    status: claim?.status ?? null,
  };
}

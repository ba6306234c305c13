// A connected shop with one row of each kind.
import { createHash } from 'node:crypto';
import type { Database } from '../../src/database/schema.ts';
import { noFacts, type ShopEvent } from '../../src/features/shops/shop-event.ts';

export async function addShopRows(
  db: Database,
  applicationId: string,
  mark: string,
  id: string,
): Promise<void> {
  // As long as real ids, which parameters must be.
  const shopId = createHash('sha256').update(id).digest('hex').slice(0, 8);
  const orderId = `hmac:${shopId}:${mark}`;
  const shop = { address: mark, secrets: '[]', createdAt: 1, lastEventAt: null };
  await db
    .insertInto('shops')
    .values({ id: shopId, applicationId, kind: 'hmac', ...shop })
    .execute();
  const product = { product: mark, planId: id, seconds: 60, amount: 1 };
  await db
    .insertInto('shopProducts')
    .values({ shopId, ...product })
    .execute();
  const item = { product: mark, quantity: 1 };
  const order = {
    state: 'paid',
    amount: 1,
    currency: 'EUR',
    buyer: mark,
    buyerHash: mark,
    items: JSON.stringify([item]),
  } as const;
  await db
    .insertInto('shopOrders')
    .values({ id: orderId, applicationId, shopId, ...order, createdAt: 1 })
    .execute();
  const event: ShopEvent = {
    ...noFacts,
    ...{ id: mark, kind: 'paid', type: mark, at: 1, payment: mark },
    ...{ items: [item], amount: 1, currency: 'EUR', email: mark },
  };
  const times = { at: 1, receivedAt: 1 };
  await db
    .insertInto('shopEvents')
    .values({ shopId, id: mark, orderId, isNew: 0, ...times, facts: JSON.stringify(event) })
    .execute();
  await db.insertInto('shopIds').values({ shopId, providerId: mark, eventId: mark }).execute();
  const unit = { payment: mark, line: 0, unit: 0, planId: mark, seconds: 60 };
  await db
    .insertInto('shopUnits')
    .values({ orderId, ...unit, state: 'given', licenseKey: mark })
    .execute();
  const revenue = { payment: mark, kind: 'paid', at: 1, currency: 'EUR', amount: 1 } as const;
  await db
    .insertInto('shopRevenue')
    .values({ orderId, applicationId, ...revenue })
    .execute();
  const mail = { payment: mark, kind: 'keys', state: 'sent', nextAt: 1, createdAt: 1 } as const;
  await db
    .insertInto('shopMails')
    .values({ orderId, ...mail })
    .execute();
}

// Rows of connected shops.
import { application, plan, time, type Filling } from './filled-values.ts';

const shop = `'shop-' || (i % 1000)`;
const order = `'order-' || i`;
/** Spread over the last 370 days. */
const lastYear = '(1868000000 + i * 160)';

export const filledShops: readonly Filling[] = [
  [
    'shops',
    1000,
    {
      id: shop,
      application_id: application,
      kind: `'hmac'`,
      address: `''`,
      secrets: `'[]'`,
      created_at: time,
    },
  ],
  [
    'shop_products',
    5000,
    { shop_id: shop, product: `'product-' || i`, plan_id: plan, seconds: '60', amount: '1' },
  ],
  [
    'shop_orders',
    20_000,
    {
      id: order,
      application_id: application,
      shop_id: shop,
      state: `'paid'`,
      attention: `case when i % 200 = 0 then 'unmapped' else '' end`,
      amount: '1',
      currency: `'EUR'`,
      buyer_hash: `'hash-' || (i % 10000)`,
      created_at: time,
    },
  ],
  [
    'shop_events',
    20_000,
    {
      shop_id: shop,
      id: `'event-' || i`,
      order_id: order,
      is_new: '0',
      at: time,
      received_at: time,
      facts: `'{}'`,
    },
  ],
  [
    'shop_ids',
    20_000,
    { shop_id: shop, provider_id: `'provider-' || i`, event_id: `'event-' || i` },
  ],
  [
    'shop_units',
    20_000,
    {
      order_id: order,
      payment: `'p'`,
      line: '0',
      unit: '0',
      plan_id: plan,
      seconds: '60',
      state: `'given'`,
      license_key: `'KEY-' || i`,
    },
  ],
  [
    'shop_mails',
    20_000,
    {
      order_id: order,
      payment: `'p'`,
      kind: `'keys'`,
      state: `case when i % 200 = 0 then 'queued' else 'sent' end`,
      next_at: time,
      created_at: time,
    },
  ],
  [
    'shop_revenue',
    200_000,
    {
      order_id: `'order-' || (i % 20000)`,
      payment: `'p' || i`,
      kind: `'paid'`,
      application_id: application,
      at: lastYear,
      currency: `case when i % 3 = 0 then 'USD' else 'EUR' end`,
      amount: '1000',
    },
  ],
];

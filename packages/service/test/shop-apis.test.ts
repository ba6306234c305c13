// Shops whose API completes their events, and shops that get their keys in the answer.
import { expect, test } from 'vitest';
import { openWithApi, token } from './shop-api-parts.ts';
import { begin, shopSecret } from './shops-parts.ts';

const iso = (at: number) => new Date((begin + at) * 1000).toISOString();
const session = {
  id: 'cs_1',
  payment_status: 'paid',
  payment_intent: 'pi_1',
  amount_total: 1999,
  currency: 'eur',
  customer_details: { email: 'buyer@example.com' },
};
const stripeSale = {
  id: 'evt_1',
  type: 'checkout.session.completed',
  created: begin,
  livemode: true,
  data: { object: session },
};
const lineItems = '/v1/checkout/sessions/cs_1/line_items?limit=100';
const paddleSale = {
  event_id: 'evt_1',
  event_type: 'transaction.completed',
  occurred_at: iso(0),
  data: {
    id: 'txn_1',
    origin: 'web',
    customer_id: 'ctm_1',
    currency_code: 'EUR',
    items: [{ price: { id: 'pro' }, quantity: 2 }],
    details: { totals: { grand_total: '1999' } },
  },
};
const gumroadSale = {
  id: 'G-1==',
  email: 'buyer@example.com',
  created_at: iso(0),
  product_id: 'pro',
  price: 1999,
  quantity: 1,
};

test('stripe: the API tells what a session bought, and without a token the metadata does', async () => {
  const { api, send, sales } = await openWithApi('stripe');
  api.answers.set(lineItems, { data: [{ price: { id: 'pro' }, quantity: 2 }] });
  expect((await send(stripeSale)).status).toBe(200);
  expect(await sales()).toMatchObject([{ state: 'paid', attention: [], count: 2 }]);
  await send(stripeSale);
  expect(api.asked).toEqual([lineItems]);
  const without = await openWithApi('stripe', {});
  await without.send(stripeSale);
  expect(await without.sales()).toMatchObject([{ attention: ['unmapped'], count: 0 }]);
  expect(without.api.asked).toEqual([]);
});

test('paddle: the buyer is read from the API, and an event waits while the API is down', async () => {
  const { api, ask, shop, send, sales, row, afterMinute, clock } = await openWithApi('paddle');
  api.state.isDown = true;
  expect((await send(paddleSale)).status).toBe(200);
  expect(await sales()).toEqual([]);
  expect(await row()).toMatchObject({
    failing: 1,
    attention: expect.arrayContaining(['events-failing']) as unknown,
  });
  expect((await ask('fetchshopevents', { shop })).body['events']).toMatchObject([
    { fault: 'unreachable', order: null },
  ]);
  api.state.isDown = false;
  api.answers.set('/customers/ctm_1', { data: { id: 'ctm_1', email: 'buyer@example.com' } });
  clock.seconds += 60;
  await expect
    .poll(() => afterMinute(sales), { interval: 20 })
    .toMatchObject([
      { state: 'paid', buyer: 'buyer@example.com', count: 2, amount: 1999, currency: 'EUR' },
    ]);
  expect(await row()).toMatchObject({ failing: 0 });
});

test('paddle: a sale of the sandbox is a test', async () => {
  const { api, send, sales } = await openWithApi('paddle', { token: 'pdl_sdbx_apikey_1' });
  api.answers.set('/customers/ctm_1', { data: { email: 'buyer@example.com' } });
  await send(paddleSale);
  expect(await sales()).toMatchObject([{ state: 'test', count: 0 }]);
});

test('gumroad: of a request only the id of the sale is used', async () => {
  const { api, post, sales, ask, shop } = await openWithApi('gumroad');
  const ping = (fields: object) => post(new URLSearchParams({ ...fields }).toString());
  api.answers.set('/v2/sales/G-1%3D%3D', { success: true, sale: gumroadSale });
  const lies = {
    sale_id: 'G-1==',
    email: 'thief@example.com',
    product_id: 'other',
    quantity: '99',
  };
  expect((await ping(lies)).status).toBe(200);
  expect(await sales()).toMatchObject([{ count: 1, buyer: 'buyer@example.com', amount: 1999 }]);
  // Nobody can invent a sale, and nothing of it stays.
  expect((await ping({ ...lies, sale_id: 'invented' })).status).toBe(200);
  expect((await ping({ ...lies, sale_id: '../../v2/user' })).status).toBe(401);
  const events = async () => (await ask('fetchshopevents', { shop })).body['events'];
  expect(await events()).toHaveLength(1);
  api.answers.set('/v2/sales/G-1%3D%3D', {
    success: true,
    sale: { ...gumroadSale, refunded: true },
  });
  await ping({ sale_id: 'G-1==', refunded: 'true' });
  expect(await sales()).toMatchObject([{ state: 'refunded' }]);
});

test.each([
  ['sellapp', { id: 5, email: 'b@example.com', product_variants: [{ id: 'pro', quantity: 2 }] }],
  [
    'sellauth',
    {
      event: 'INVOICE.ITEM.DELIVER-DYNAMIC',
      unique_id: 'a-1',
      email: 'b@example.com',
      price: '19.99',
      currency: 'USD',
      item: { id: 1, product_id: 'pro', quantity: 2 },
    },
  ],
] as const)('%s: the answer has the keys, the same ones for each try', async (kind, order) => {
  const { ask, send, shop } = await openWithApi(kind, {});
  await ask('unmapproduct', { shop, product: 'pro' });
  expect((await send(order)).status).toBe(503);
  await ask('mapproduct', { shop, product: 'pro', sub: 'Pro', expiry: '30' });
  const answers = await Promise.all([1, 2, 3].map(async () => (await send(order)).text()));
  const { body } = await ask('fetchallkeys');
  const keys = (body['keys'] as readonly { readonly key: string }[]).map(({ key }) => key); // as its schema
  expect(keys).toHaveLength(2);
  for (const answer of answers) expect(answer.split('\n').toSorted()).toEqual(keys.toSorted());
});

test('a token is required, refused or never shown, by the kind of shop', async () => {
  const { ask, shop, service } = await openWithApi('paddle');
  const refused = async (kind: string, more: Readonly<Record<string, string>>) =>
    (await ask('addshop', { kind, ...more })).body['code'];
  expect(await refused('paddle', { secret: shopSecret })).toBe('shop-token-missing');
  expect(await refused('gumroad', {})).toBe('shop-token-missing');
  expect(await refused('stripe', { token })).toBe('shop-secret-missing');
  expect(await refused('shopify', { secret: shopSecret, token })).toBe('shop-token-unused');
  expect((await ask('setshoptoken', { shop, token: '' })).body['code']).toBe('shop-token-missing');
  expect((await ask('setshoptoken', { shop, token: 'another-token' })).body['success']).toBe(true);
  const shown = JSON.stringify((await ask('fetchallshops')).body);
  expect(shown).toContain('"api":1');
  expect(shown).not.toContain('another-token');
  const [row] = await service.database.selectFrom('shops').select('token').execute();
  expect(row?.token).not.toContain('another-token');
  const audit = JSON.stringify((await ask('fetchauditlog')).body);
  expect(audit).not.toContain('token-of-the-seller');
});

test('a token goes to a private address only if the operator allows it', async () => {
  const { api, send, row } = await openWithApi('paddle', { token }, { outbound: {} });
  expect((await send(paddleSale)).status).toBe(200);
  expect(api.asked).toEqual([]);
  expect(await row()).toMatchObject({ failing: 1 });
});

// Comparisons of a shop with the sales and refunds of its API.
import { expect, test } from 'vitest';
import { openWithApi } from './shop-api-parts.ts';
import { begin, day } from './shops-parts.ts';

const iso = (at: number) => new Date((begin + at) * 1000).toISOString();

const attributes = (more: object = {}) => ({
  status: 'paid',
  total: 1999,
  currency: 'EUR',
  user_email: 'buyer@example.com',
  created_at: iso(10),
  updated_at: iso(10),
  first_order_item: { variant_id: 'pro', quantity: 1 },
  ...more,
});
const order = (id: string, more: object = {}) => ({
  id,
  type: 'orders',
  attributes: attributes(more),
});
const [stores, orders, invoices] = [
  '/v1/stores?page[size]=2',
  '/v1/orders?page[size]=100&page[number]=1',
  '/v1/subscription-invoices?page[size]=100&page[number]=1',
];

async function openLemon(rows: readonly object[]) {
  const shop = await openWithApi('lemonsqueezy');
  const set = (all: readonly object[]) => shop.api.answers.set(orders, { data: all });
  shop.api.answers.set(stores, { data: [{ id: '1' }] });
  shop.api.answers.set(invoices, { data: [] });
  set(rows);
  return { ...shop, set };
}

test('lemonsqueezy: applies the sales and refunds that never arrived, once', async () => {
  const { send, sales, set, reconcile } = await openLemon([order('1'), order('2')]);
  await send({ meta: { event_name: 'order_created' }, data: order('1') });
  expect(await reconcile()).toBe(1);
  expect(await sales()).toMatchObject([{ count: 1 }, { count: 1 }]);
  expect(await reconcile()).toBe(0);
  set([order('1', { status: 'refunded', refunded: true }), order('2')]);
  expect(await reconcile()).toBe(1);
  expect((await sales()).map(({ state }) => state).toSorted()).toEqual(['paid', 'refunded']);
  expect(await reconcile()).toBe(0);
});

test('lemonsqueezy: a token that reads several stores is refused', async () => {
  const { api, ask, shop, row, afterMinute, sales } = await openLemon([order('1')]);
  api.answers.set(stores, { data: [{ id: '1' }, { id: '2' }] });
  await ask('reconcileshop', { shop });
  await expect
    .poll(() => afterMinute(async () => (await row())?.attention), { interval: 20 })
    .toContain('api-several-stores');
  expect(await sales()).toEqual([]);
});

test('an API with more than 500 pages: what was read is applied, and the shop says so', async () => {
  const { api, ask, shop, row, afterMinute, sales } = await openLemon([]);
  for (let number = 1; number <= 501; number += 1)
    api.answers.set(`/v1/orders?page[size]=100&page[number]=${number}`, {
      data: number === 1 || number === 501 ? [order(String(number))] : [],
      meta: { page: { lastPage: 501 } },
    });
  await ask('reconcileshop', { shop });
  await expect
    .poll(() => afterMinute(async () => (await row())?.attention), { interval: 20 })
    .toContain('api-too-many');
  expect(await sales()).toHaveLength(1);
});

test('a sale from before the shop was added is applied only if the seller says so', async () => {
  const old = order('1', { created_at: iso(-9 * day), updated_at: iso(-9 * day) });
  const { reconcile, sales } = await openLemon([old]);
  expect(await reconcile()).toBe(0);
  expect(await reconcile(begin - 10 * day)).toBe(1);
  expect(await sales()).toHaveLength(1);
});

test('a shop is compared every day by itself, also after its clock went back', async () => {
  const { api, afterMinute, row, clock, sales } = await openLemon([]);
  api.state.isDown = true;
  await expect
    .poll(() => afterMinute(async () => (await row())?.attention), { interval: 20 })
    .toContain('api-unreachable');
  api.state.isDown = false;
  api.answers.set(orders, { data: [order('1')] });
  for (const seconds of [3600, day, -3 * day]) {
    clock.seconds += seconds;
    await expect
      .poll(() => afterMinute(async () => (await row())?.reconciled), { interval: 20 })
      .toBe(String(clock.seconds));
    expect((await row())?.attention).toEqual([]);
  }
  expect(await sales()).toHaveLength(1);
});

test('stripe: lists its own events, which have the ids of those that it sent', async () => {
  const { api, send, sales, reconcile } = await openWithApi('stripe');
  const event = (id: string, type: string, object: object) => ({
    ...{ id, type, created: begin + 5, livemode: true, data: { object } },
  });
  const session = (id: string) => ({
    ...{
      id,
      payment_status: 'paid',
      payment_intent: `pi ${id}`,
      amount_total: 10,
      currency: 'eur',
    },
    metadata: { product: 'pro' },
  });
  const first = event('evt_1', 'checkout.session.completed', session('cs_1'));
  const refund = {
    id: 're_1',
    payment_intent: 'pi cs_1',
    status: 'succeeded',
    amount: 10,
    currency: 'eur',
  };
  const pages = [
    { has_more: true, data: [event('evt_3', 'refund.created', refund)] },
    {
      has_more: false,
      data: [event('evt_2', 'checkout.session.completed', session('cs_2')), first],
    },
  ];
  await send(first);
  await reconcile().catch(() => 0);
  const [asked = ''] = api.asked.filter((path) => path.startsWith('/v1/events'));
  expect(asked).toContain(`created[gte]=${begin}`);
  api.answers.set(asked, pages[0] ?? {});
  api.answers.set(`${asked}&starting_after=evt_3`, pages[1] ?? {});
  expect(await reconcile()).toBe(2);
  expect((await sales()).map(({ state }) => state).toSorted()).toEqual(['paid', 'refunded']);
});

test('paddle: lists its own events', async () => {
  const { api, sales, reconcile } = await openWithApi('paddle');
  const path = '/events?per_page=100&order_by=id[DESC]';
  const event = (id: string, at: number, data: object) => ({
    ...{ event_id: id, event_type: 'transaction.completed', occurred_at: iso(at), data },
  });
  const sale = (id: string) => ({
    ...{ id, origin: 'web', customer_id: 'ctm_1', currency_code: 'EUR' },
    items: [{ price: { id: 'pro' }, quantity: 1 }],
  });
  api.answers.set('/customers/ctm_1', { data: { email: 'buyer@example.com' } });
  const meta = { pagination: { has_more: true } };
  api.answers.set(path, { data: [event('evt_2', 60, sale('txn_2'))], meta });
  const last = [event('evt_1', 50, sale('txn_1')), event('evt_0', -day, sale('txn_0'))];
  api.answers.set(`${path}&after=evt_2`, { data: last, meta });
  expect(await reconcile()).toBe(2);
  expect(await sales()).toMatchObject([
    { buyer: 'buyer@example.com' },
    { buyer: 'buyer@example.com' },
  ]);
});

test('polar: lists orders and refunds', async () => {
  const { api, sales, reconcile } = await openWithApi('polar');
  const paid = (id: string, more: object = {}) => ({
    ...{
      id,
      status: 'paid',
      product_id: 'pro',
      total_amount: 10,
      currency: 'eur',
      created_at: iso(5),
    },
    customer: { email: 'buyer@example.com' },
    ...more,
  });
  const pagination = { max_page: 1 };
  const items = [paid('o1', { status: 'refunded' }), paid('o2'), paid('o3', { status: 'pending' })];
  api.answers.set('/v1/orders/?limit=100&sorting=-created_at&page=1', { items, pagination });
  const refund = { id: 'r1', order_id: 'o1', status: 'succeeded', amount: 10, currency: 'eur' };
  api.answers.set('/v1/refunds/?limit=100&sorting=-created_at&page=1', {
    items: [refund],
    pagination,
  });
  expect(await reconcile()).toBe(3);
  expect((await sales()).map(({ state }) => state).toSorted()).toEqual(['paid', 'refunded']);
  expect(await reconcile()).toBe(0);
});

test('gumroad: lists sales, page by page', async () => {
  const { api, sales, reconcile } = await openWithApi('gumroad');
  const sale = (id: string, more: object = {}) => ({
    ...{ id, email: 'buyer@example.com', created_at: iso(5), product_id: 'pro', price: 10 },
    ...more,
  });
  const path = `/v2/sales?after=${iso(-day).slice(0, 10)}`;
  const early = sale('g0', { created_at: iso(-60) });
  api.answers.set(path, { sales: [early, sale('g1')], next_page_key: 'k' });
  api.answers.set(`${path}&page_key=k`, { sales: [sale('g2', { disputed: true })] });
  expect(await reconcile()).toBe(3);
  expect((await sales()).map(({ state }) => state).toSorted()).toEqual(['disputed', 'paid']);
});

test('a shop needs attention when no event arrives, and when never a refund did', async () => {
  const { row, send, clock, reconcile } = await openLemon([order('1')]);
  expect((await row())?.attention).toEqual([]);
  clock.seconds += 15 * day;
  await reconcile();
  // What the API told did not arrive.
  expect((await row())?.attention).toEqual(['no-events']);
  clock.seconds += 100 * day;
  await send({ meta: { event_name: 'order_created' }, data: order('9') });
  expect((await row())?.attention).toEqual(['no-refunds']);
  await send({ meta: { event_name: 'order_refunded' }, data: order('9', { status: 'refunded' }) });
  expect((await row())?.attention).toEqual([]);
});

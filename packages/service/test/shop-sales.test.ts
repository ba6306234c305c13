// Orders of connected shops: how a seller finds one and reads it, and the money of the last days.
import { expect, test } from 'vitest';
import { addOtherApplication } from './support/another-application.ts';
import {
  begin,
  day,
  dispute,
  openMapped,
  openShop,
  paid,
  refund,
  renewed,
  signers,
} from './shops-parts.ts';

type Open = Awaited<ReturnType<typeof openMapped>>;

async function found({ ask }: Pick<Open, 'ask'>, parameters: Readonly<Record<string, string>>) {
  const { body } = await ask('fetchsales', parameters);
  const sales = body['sales'] as readonly { readonly order: string }[]; // as its schema
  return sales.map(({ order }) => order.split(':')[2]);
}

test('an order is found by its number in the shop, by its whole number, and by its buyer', async () => {
  const shop = await openMapped();
  await shop.send(paid('1001'));
  await shop.send(paid('1002', { email: 'Other@Example.com', items: [] }));
  expect(await found(shop, { text: '1001' })).toEqual(['1001']);
  expect(await found(shop, { text: `hmac:${shop.shop}:1002` })).toEqual(['1002']);
  expect(await found(shop, { text: 'other@example.com' })).toEqual(['1002']);
  expect(await found(shop, { text: '100' })).toEqual([]);
  expect(await found(shop, { text: 'example.com' })).toEqual([]);
  expect(await found(shop, { text: '1001', attention: '1' })).toEqual([]);
  expect(await found(shop, { text: '1002', attention: '1' })).toEqual(['1002']);
});

test('an order says what it bought, and masks its buyer for readers', async () => {
  const { ask, send, shop } = await openMapped({ amount: '2' });
  await send(paid('1001', { items: [{ product: 'pro', quantity: 3 }] }));
  const order = `hmac:${shop}:1001`;
  const products = [{ product: 'pro', quantity: 3 }];
  expect((await ask('fetchsales')).body['sales']).toMatchObject([{ products, count: 6 }]);
  const { body } = await ask('addAccount', { role: 'Manager', user: 'Mia', scopes: 'read' });
  expect(body).toMatchObject({ success: true });
  const { sellerkey } = (await ask('newaccountkey', { user: 'Mia' })).body;
  const asReader = await ask('fetchsale', { order, sellerkey: String(sellerkey) });
  expect(asReader.body).toMatchObject({ buyer: 'b***@example.com', products });
  expect(JSON.stringify(asReader.body)).not.toContain('buyer@example.com');
  const licenses = asReader.body['licenses'] as readonly { readonly key: string }[]; // as its schema
  for (const { key } of licenses) expect(key).toMatch(/^\*{4}/);
});

test('an order has its events by time, its keys, and who redeemed them', async () => {
  const { ask, send, shop, redeem } = await openMapped();
  await send(refund('1001', { payment: '1001', amount: 400, currency: 'EUR' }));
  await send(paid('1001'));
  await redeem();
  await send(renewed('1001', 1));
  const { body } = await ask('fetchsale', { order: `hmac:${shop}:1001` });
  expect(body).toMatchObject({
    state: 'paid',
    attention: ['partial-refund'],
    events: [
      { kind: 'paid', at: String(begin), amount: 1000, status: null },
      { kind: 'refund', amount: 400, status: 'final' },
      { kind: 'renewed', amount: 1000 },
    ],
    licenses: [
      { subscription: 'Pro', state: 'given', usedby: 'Anna' },
      { subscription: 'Pro', state: 'given', usedby: 'Anna' },
    ],
  });
  const { licenses } = body as { readonly licenses: readonly { readonly key: string }[] }; // its schema
  await ask('del', { key: licenses[0]?.key ?? '' });
  expect((await ask('fetchsale', { order: `hmac:${shop}:1001` })).body).toMatchObject({
    licenses: [{ state: 'deleted', usedby: null }, { state: 'given' }],
  });
  expect((await ask('fetchsale', { order: 'hmac:1' })).body).toMatchObject({
    code: 'order-unknown',
  });
});

test('the orders of a user are those whose keys they redeemed', async () => {
  const shop = await openMapped();
  await shop.send(paid('1001'));
  await shop.redeem();
  await shop.send(paid('1002'));
  await shop.ask('adduser', { user: 'Ben', sub: 'Pro', expiry: '1' });
  expect(await found(shop, { user: 'anna' })).toEqual(['1001']);
  expect(await found(shop, { user: 'Ben' })).toEqual([]);
  expect((await shop.ask('fetchsales', { user: 'Eve' })).body).toMatchObject({
    code: 'user-unknown',
  });
});

test('revenue is what was paid in 30 days less what was returned in them', async () => {
  const { ask, send, clock } = await openMapped();
  const revenue = async () => (await ask('revenue')).body;
  expect(await revenue()).toMatchObject({ revenue: [] });
  await send(paid('1001'));
  await send(paid('1001', { id: 'twin' }));
  await send(paid('1002', { amount: 500, currency: 'USD', items: [{ product: 'x' }] }));
  expect(await revenue()).toMatchObject({
    revenue: [
      { currency: 'EUR', amount: 1000 },
      { currency: 'USD', amount: 500 },
    ],
  });
  expect((await ask('attention')).body).toMatchObject({ orders: 1 });
  clock.seconds = begin + 29 * day;
  const at = clock.seconds;
  await send(renewed('1001', 1, { at }));
  await send(refund('1001', { payment: '1001', amount: 300, currency: 'EUR', at }));
  expect((await revenue())['revenue']).toMatchObject([{ amount: 1700 }, { amount: 500 }]);
  // The first payment is older now, what was returned of it is not.
  clock.seconds = begin + 31 * day;
  expect((await revenue())['revenue']).toEqual([{ currency: 'EUR', amount: 700 }]);
  await send(refund('1001', { payment: '1001 1', id: 'all', refund: 'all', at }));
  expect((await revenue())['revenue']).toEqual([{ currency: 'EUR', amount: -300 }]);
});

test('a lost dispute and a refund return the payment once, and a failed refund nothing', async () => {
  const { ask, send } = await openMapped();
  const amount = async () => (await ask('revenue')).body['revenue'];
  await send(paid('1001'));
  await send(dispute('1001', 'open', begin + 5));
  expect(await amount()).toEqual([{ currency: 'EUR', amount: 1000 }]);
  await send(dispute('1001', 'lost', begin + 6));
  await send(refund('1001'));
  expect(await amount()).toEqual([{ currency: 'EUR', amount: 0 }]);
  await send(paid('1002'));
  await send(refund('1002'));
  expect(await amount()).toEqual([{ currency: 'EUR', amount: 0 }]);
  await send(refund('1002', { id: 'failed', at: begin + 20, status: 'failed' }));
  expect(await amount()).toEqual([{ currency: 'EUR', amount: 1000 }]);
});

test('test sales are no revenue, even with keys', async () => {
  const { ask, send, shop } = await openShop('hmac', { tests: '1' });
  await ask('mapproduct', { shop, product: '*', sub: 'Pro', expiry: '30' });
  await send(paid('1001', { test: true }));
  expect((await ask('fetchsales')).body['sales']).toMatchObject([{ count: 1 }]);
  expect((await ask('revenue')).body['revenue']).toEqual([]);
});

test('orders and revenue are not read by other applications', async () => {
  const { ask, send, shop, service } = await openMapped();
  await send(paid('1001'));
  const { sellerkey } = await addOtherApplication(service, { id: 'next-door' });
  const order = `hmac:${shop}:1001`;
  await ask('adduser', { sellerkey, user: 'Eve', sub: 'Pro', expiry: '1' });
  const made = await ask('add', { sellerkey, expiry: '1', order, sub: 'Pro' });
  await ask('assignkey', { sellerkey, user: 'Eve', key: String(made.body['key']) });
  for (const search of [{ text: order }, { text: 'buyer@example.com' }, { user: 'Eve' }])
    expect((await ask('fetchsales', { sellerkey, ...search })).body['sales']).toEqual([]);
  expect((await ask('fetchsale', { sellerkey, order })).body).toMatchObject({
    code: 'order-unknown',
  });
  expect((await ask('revenue', { sellerkey })).body).toMatchObject({ revenue: [] });
  expect((await ask('attention', { sellerkey })).body).toMatchObject({ orders: 0 });
});

test('a shop without a secret accepts no event, and counts its orders that need attention', async () => {
  const { ask, service } = await openShop();
  const added = (await ask('addshop', { kind: 'hmac', secret: '' })).body;
  const [shop, path] = [String(added['shop']), String(added['path'])];
  const body = JSON.stringify(paid('1001'));
  const send = async (secret: string) => {
    const headers = signers.hmac(body, secret, begin);
    return (await fetch(service.url + path, { method: 'POST', body, headers })).status;
  };
  expect(await send('')).toBe(401);
  expect(await send('undefined')).toBe(401);
  await ask('addshopsecret', { shop, secret: 'a-secret' });
  expect(await send('a-secret')).toBe(200);
  const listed = (await ask('fetchallshops')).body['shops'] as readonly { shop: string }[]; // its schema
  expect(listed.find((one) => one.shop === shop)).toMatchObject({
    orders: 1,
    subject: '',
    text: '',
  });
  expect(listed.find((one) => one.shop !== shop)).toMatchObject({ orders: 0 });
});

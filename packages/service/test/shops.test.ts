// Connected shops: what the events of an order give and take.
import { expect, test } from 'vitest';
import { openEvent } from '../src/features/shops/event-storage.ts';
import {
  begin,
  day,
  openMapped,
  openShop,
  paid,
  pro,
  refund,
  renewed,
  signers,
} from './shops-parts.ts';

test('a signed sale creates the keys of its product once, however often it arrives', async () => {
  const { send, shop, keys, sales } = await openMapped({ amount: '2' });
  expect(await send(paid('1001'))).toBe(200);
  const again = await Promise.all(Array.from({ length: 10 }, () => send(paid('1001'))));
  expect(new Set(again)).toEqual(new Set([200]));
  // Another event about the same payment.
  await send(paid('1001', { id: 'twin' }));
  expect(await keys()).toHaveLength(2);
  expect(await sales()).toMatchObject([
    {
      order: `hmac:${shop}:1001`,
      state: 'paid',
      attention: [],
      amount: 1000,
      currency: 'EUR',
      buyer: 'buyer@example.com',
      count: 2,
    },
  ]);
});

test('ten events of an order at the same time give its keys once', async () => {
  const { send, keys } = await openMapped();
  const twins = Array.from({ length: 10 }, (_, index) => paid('1001', { id: `twin ${index}` }));
  await Promise.all(twins.map((event) => send(event)));
  expect(await keys()).toHaveLength(1);
});

test('a renewal gives exactly its period to the holder, once', async () => {
  const { send, redeem, left } = await openMapped();
  await send(paid('1001'));
  await redeem();
  expect(await left('Anna')).toBe(30 * day);
  await Promise.all([send(renewed('1001', 1)), send(renewed('1001', 1))]);
  await send(renewed('1001', 1, { id: 'twin' }));
  expect(await left('Anna')).toBe(60 * day);
  await send(renewed('1001', 2, { seconds: 31 * day }));
  expect(await left('Anna')).toBe(91 * day);
});

test('a renewal makes an unused key longer, and its refund shorter again', async () => {
  const { send, redeem, keys, left } = await openMapped();
  await send(paid('1001'));
  await send(renewed('1001', 1));
  expect(await keys()).toMatchObject([{ status: 'Not Used', expires: String(60 * day) }]);
  await send(refund('1001', { payment: '1001 1' }));
  expect(await keys()).toMatchObject([{ status: 'Not Used', expires: String(30 * day) }]);
  await redeem();
  expect(await left('Anna')).toBe(30 * day);
  await send(refund('1001', { payment: '1001', id: 'other', refund: 'other' }));
  expect(await keys()).toMatchObject([{ status: 'Banned' }]);
  expect(await left('Anna')).toBe(0);
});

test('a refund of all revokes the keys and their time, and one that failed gives both back', async () => {
  const { send, redeem, keys, left, sales } = await openMapped();
  await send(paid('1001'));
  await redeem();
  await send(refund('1001'));
  expect(await left('Anna')).toBe(0);
  expect(await sales()).toMatchObject([{ state: 'refunded', attention: [] }]);
  await send(refund('1001', { id: 'failed', at: begin + 20, status: 'failed' }));
  expect(await left('Anna')).toBe(30 * day);
  expect(await keys()).toMatchObject([{ status: 'Used', banned: null }]);
  expect(await sales()).toMatchObject([{ state: 'paid' }]);
});

test('a refund before the sale leaves no key', async () => {
  const { send, keys, sales } = await openMapped();
  await send(refund('1001'));
  await send(paid('1001'));
  expect(await keys()).toEqual([]);
  expect(await sales()).toMatchObject([{ state: 'refunded' }]);
});

test('a refund of an amount revokes nothing and needs attention, until all is refunded', async () => {
  const { send, keys, sales } = await openMapped();
  await send(paid('1001'));
  await send(refund('1001', { amount: 400, currency: 'EUR' }));
  expect(await sales()).toMatchObject([{ state: 'paid', attention: ['partial-refund'] }]);
  const other = { id: 'other', refund: 'other' };
  await send(refund('1001', { ...other, amount: 600, currency: 'USD' }));
  expect(await sales()).toMatchObject([{ state: 'paid', attention: ['currency-differs'] }]);
  expect(await keys()).toMatchObject([{ status: 'Not Used' }]);
  await send(
    refund('1001', { ...other, id: 'later', at: begin + 20, amount: 600, currency: 'EUR' }),
  );
  expect(await sales()).toMatchObject([{ state: 'refunded', attention: [] }]);
  expect(await keys()).toMatchObject([{ status: 'Banned' }]);
});

test('a refund of one of three pieces revokes one key', async () => {
  const { send, keys, sales } = await openMapped();
  await send(paid('1001', { items: [{ product: 'pro', quantity: 3 }] }));
  await send(refund('1001', { items: [{ product: 'pro', quantity: 1 }] }));
  const states = (await keys()).map(({ status }) => status);
  expect(states.toSorted()).toEqual(['Banned', 'Not Used', 'Not Used']);
  expect(await sales()).toMatchObject([{ state: 'partly-refunded' }]);
});

test('cancelled changes nothing, and paid time stays after the end', async () => {
  const { send, redeem, left } = await openMapped();
  await send(paid('1001'));
  await redeem();
  await send({ type: 'cancelled', id: 'c', at: begin + 1, order: '1001' });
  await send({ type: 'ended', id: 'e', at: begin + 2, order: '1001' });
  expect(await left('Anna')).toBe(30 * day);
});

test('a product without a mapping needs attention, and gets its keys once it is mapped', async () => {
  const { ask, send, shop, keys, sales } = await openShop();
  await send(paid('1001'));
  await send(paid('1002'));
  expect(await keys()).toEqual([]);
  expect(await sales()).toMatchObject([{ attention: ['unmapped'] }, { attention: ['unmapped'] }]);
  const mapped = await ask('mapproduct', { shop, ...pro });
  expect(mapped.body).toMatchObject({ orders: 2 });
  expect(await keys()).toHaveLength(2);
  expect(await sales()).toMatchObject([{ attention: [] }, { attention: [] }]);
});

test('a later mapping changes no key that was given, and * maps all other products', async () => {
  const { ask, send, shop, keys } = await openMapped();
  await send(paid('1001'));
  await ask('mapproduct', { shop, ...pro, expiry: '7', amount: '5' });
  await ask('mapproduct', { shop, ...pro, product: '*', expiry: '3' });
  await send(refund('1001', { amount: 1, currency: 'EUR' }));
  expect(await keys()).toMatchObject([{ expires: String(30 * day) }]);
  await send(paid('1002', { items: [{ product: 'other' }] }));
  expect((await keys()).map(({ expires }) => Number(expires) / day).toSorted()).toEqual([3, 30]);
});

test('a test sale gets no key, unless the shop takes tests', async () => {
  const { send, keys, sales } = await openMapped();
  await send(paid('1001', { test: true }));
  expect(await keys()).toEqual([]);
  expect(await sales()).toMatchObject([{ state: 'test', attention: [] }]);
  const tests = await openShop('hmac', { tests: '1' });
  await tests.ask('mapproduct', { shop: tests.shop, ...pro });
  await tests.send(paid('1001', { test: true }));
  expect(await tests.keys()).toHaveLength(1);
});

test('an event of an unknown kind is stored and needs attention', async () => {
  const { ask, send, shop, sales } = await openMapped();
  await send(paid('1001'));
  await send({ type: 'surprise', id: 's', at: begin, order: '1001' });
  expect(await sales()).toMatchObject([{ state: 'paid', attention: ['unknown-event'] }]);
  const { body } = await ask('fetchshopevents', { shop });
  expect(body['events']).toHaveLength(2);
});

test('two shops with the same order number have two orders', async () => {
  const { ask, send, keys, sales, shop, post } = await openMapped();
  await send(paid('1001'));
  const secret = 'the-secret-of-another-shop';
  const other = (await ask('addshop', { kind: 'hmac', secret })).body;
  const otherShop = String(other['shop']);
  await ask('mapproduct', { shop: otherShop, ...pro });
  const sendOther = (event: object) => {
    const body = JSON.stringify(event);
    return post(body, signers.hmac(body, secret, begin), String(other['path']));
  };
  expect((await sendOther(paid('1001'))).status).toBe(200);
  expect((await sales()).map(({ order }) => order).toSorted()).toEqual(
    [`hmac:${otherShop}:1001`, `hmac:${shop}:1001`].toSorted(),
  );
  expect(await keys()).toHaveLength(2);
  await sendOther(refund('1001'));
  expect((await keys()).map(({ status }) => status).toSorted()).toEqual(['Banned', 'Not Used']);
});

test('exportuser has the orders behind the keys of a user, and eraseuser erases their e-mails', async () => {
  const { ask, send, redeem, shop, service, sales } = await openMapped();
  await send(paid('1001', { email: 'anna@example.com' }));
  await redeem();
  await send(paid('1002', { email: 'other@example.com' }));
  const order = { id: `hmac:${shop}:1001`, state: 'paid', amount: 1000, currency: 'EUR' };
  const { body } = await ask('exportuser', { user: 'Anna' });
  expect(body['person']).toMatchObject({ orders: [{ ...order, buyer: 'anna@example.com' }] });
  expect(JSON.stringify(body)).not.toContain('other@example.com');
  const erased = await ask('eraseuser', { user: 'Anna' });
  expect(erased.body['erased']).toMatchObject({ orders: 1 });
  // A later event computes the order again.
  await send({ type: 'ended', id: 'e', at: begin + 1, order: '1001' });
  expect((await sales()).map(({ buyer }) => buyer).toSorted()).toEqual(['', 'other@example.com']);
  const events = await service.database.selectFrom('shopEvents').selectAll().execute();
  const emails = events.map((row) => openEvent(service.secret, row).email);
  expect(emails.toSorted()).toEqual(['', '', 'other@example.com']);
});

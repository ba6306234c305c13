// Another application of the same service reaches nothing of a shop or its orders.
import { expect, test } from 'vitest';
import { addOtherApplication } from './support/another-application.ts';
import { openMapped, paid } from './shops-parts.ts';

test('a license with the order number of another application shows nothing of that order', async () => {
  const { ask, send, shop, service } = await openMapped();
  await send(paid('1001', { email: 'anna@example.com' }));
  const order = `hmac:${shop}:1001`;
  const { sellerkey } = await addOtherApplication(service, { id: 'next-door' });
  const attack = { sellerkey };
  await ask('adduser', { ...attack, user: 'Eve', sub: 'Pro', expiry: '1' });
  const { body } = await ask('add', { ...attack, expiry: '1', order, sub: 'Pro' });
  await ask('assignkey', { ...attack, user: 'Eve', key: String(body['key']) });
  const exported = await ask('exportuser', { ...attack, user: 'Eve' });
  expect(exported.body['person']).toMatchObject({ licenses: [{ orderNumber: order }], orders: [] });
  expect((await ask('eraseuser', { ...attack, user: 'Eve' })).body['erased']).toMatchObject({
    orders: 0,
  });
  for (const type of ['fetchshopevents', 'sendkeys']) {
    const answer = JSON.stringify((await ask(type, { ...attack, order })).body);
    expect(answer).not.toContain('paid');
  }
  for (const type of ['mapproduct', 'editshop', 'addshopsecret', 'delshop']) {
    const more = { product: 'x', sub: 'Pro', expiry: '1', secret: 'a-secret', language: 'de' };
    const own: Readonly<Record<string, readonly (keyof typeof more)[]>> = {
      mapproduct: ['product', 'sub', 'expiry'],
      editshop: ['language'],
      addshopsecret: ['secret'],
    };
    const parameters = Object.fromEntries((own[type] ?? []).map((name) => [name, more[name]]));
    expect((await ask(type, { ...attack, shop, ...parameters })).body).toMatchObject({
      code: 'shop-unknown',
    });
  }
});

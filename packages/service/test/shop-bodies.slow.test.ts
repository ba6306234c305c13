// Bodies that shops send to `add`: order numbers with all their digits, bodies without a known
// order number, and events that are not a sale.
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { addOtherApplication } from './support/another-application.ts';
import { open } from './public-requests-parts.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/** Posts bodies to `add`, and counts the keys of both applications. */
async function openShop() {
  const { service, post, ofSeller, ask, keysMade } = await open();
  const neighbour = await addOtherApplication(service, { id: 'second' });
  const send = async (
    body: string,
    { type = json, query = '', sellerkey = service.app.sellerkey } = {},
  ) => {
    const asks = `sellerkey=${sellerkey}&type=add&expiry=30&level=1${query}`;
    return post('seller', asks, body, type);
  };
  const theirs = { sellerkey: neighbour.sellerkey };
  const theirKeys = async () =>
    ((await ask('fetchallkeys', theirs)).body['keys'] as readonly unknown[]).length;
  return { service, post, ofSeller, ask, send, keysMade, theirs, theirKeys };
}

const created = { success: true };

describe('an order number that is a JSON number', () => {
  test.each([
    ['with 20 digits', '12345678901234567890', '12345678901234567890'],
    ['one above the largest exact number', '9007199254740993', '9007199254740993'],
    ['with an empty fraction', '10042.0', '10042'],
    ['with a small exponent', '10.042E+3', '10042'],
    ['with 60 digits', '1'.repeat(60), '1'.repeat(60)],
    ['that is negative', '-7', '-7'],
  ])('%s keeps all its digits', async (_what, written, order) => {
    const { send, ask, keysMade } = await openShop();
    for (const body of [
      `{"data":{"order":{"id":${written}}}}`,
      `{"data":{"uniqid":${written}}}`,
      `{"data":{"order":{"id":null},"uniqid": ${written} , "x":[${written}]}}`,
    ]) {
      const { body: answer } = await send(body);
      expect(answer).toMatchObject({ ...created, order });
    }
    expect(await keysMade()).toBe(1);
    expect((await ask('fetchorder', { order })).success).toBe(true);
    // A number that differs in one digit is another order.
    const next = written.replace(/[0-9]/, (digit) => (digit === '2' ? '3' : '2'));
    await send(`{"data":{"uniqid":${next}}}`);
    expect(await keysMade()).toBe(2);
  });

  test.each(['make', 'refuse'])(
    'is refused with unknownorders=%s if it may have lost digits',
    async (unknownorders) => {
      const { send, ask, post, ofSeller, keysMade } = await openShop();
      await ask('updatesettings', { unknownorders });
      for (const written of [
        '1e21',
        '1E+21',
        '1.5',
        '1.50e0',
        '1e-7',
        '-1e400',
        '9007199254740993e0',
        // JavaScript drops these fractions.
        '4503599627370497.25',
        '1.00000000000000000001',
        '45035996273704971e-1',
      ]) {
        for (const [body, field] of [
          [`{"data":{"order":{"id":${written}}}}`, 'data.order.id'],
          [`{"data":{"uniqid":${written}}}`, 'data.uniqid'],
        ] as const)
          expect((await send(body)).body).toEqual({
            success: false,
            code: 'order-unusable',
            message: `The order number of this body is not usable. ${field} must be text or an integer, and above 2^53 without an exponent. Nothing was created.`,
          });
      }
      const flat = await post('seller', ofSeller, '{"type":"add","expiry":1,"order":1e21}', json);
      expect(flat.body['message']).toBe('The parameter "order" is not valid.');
      expect(await keysMade()).toBe(0);
      // The other field, or a parameter, still names the order.
      expect((await send('{"data":{"order":{"id":1e21},"uniqid":"a"}}')).body).toMatchObject(
        created,
      );
      const own = await send('{"data":{"uniqid":1e21}}', { query: '&order=b' });
      expect(own.body).toMatchObject({ ...created, order: 'b' });
      expect(await keysMade()).toBe(2);
    },
  );

  test('in a flat object keeps all its digits, in other operations too', async () => {
    const { post, ofSeller, ask, service } = await openShop();
    const order = '12345678901234567890';
    const sent = `{"type":"add","expiry":1,"order":${order}}`;
    expect((await post('seller', ofSeller, sent, json)).body).toMatchObject({ order });
    await service.addUser({ username: order });
    await service.addUser({ username: '12345678901234567000' });
    const banned = `{"type":"banuser","user":${order}}`;
    expect((await post('seller', ofSeller, banned, json)).body).toMatchObject(created);
    const reasons = [order, '12345678901234567000'].map(
      async (user) => (await ask('userdata', { user })).body['banned'],
    );
    expect(await Promise.all(reasons)).toEqual(['', null]);
    const rounded = '{"type":"unbanuser","user":1.2345678901234567e19}';
    expect((await post('seller', ofSeller, rounded, json)).body['message']).toBe(
      'The parameter "user" is not valid.',
    );
  });
});

const unknown = {
  success: false,
  code: 'order-missing',
  message:
    'This body has no known order number. The service looked for the parameter order, and in JSON for data.order.id and data.uniqid. Let the shop add its order number to the URL (&order=...). Nothing was created, because each retry would create more keys (setting unknownorders).',
};

describe('a body without a known order number', () => {
  const bodies = [
    ['nested JSON', json, '{"event":"order:paid","data":{"id":7,"quantity":2}}'],
    ['flat JSON', json, '{"event":"sale","order_id":"7","email":"a@b.example"}'],
    ['JSON with another type', 'text/plain', '{"data":{"invoice":7}}'],
    ['a list', json, '[{"order":7}]'],
    ['a form', form, 'payment_status=Completed&txn_id=61E67681CH3238416'],
    ['an order that is a list', json, '{"data":{"order":[7],"uniqid":["a"]}}'],
    ['an order that is empty', json, '{"data":{"order":{"id":"  "},"uniqid":""}}'],
    ['an order that is not text', json, '{"data":{"order":{"id":true},"uniqid":{"id":1}}}'],
  ] as const;

  test.each(bodies)('is refused by a new application: %s', async (_what, type, body) => {
    const { send, ask, keysMade, theirs, theirKeys } = await openShop();
    await ask('updatesettings', { unknownorders: 'make', ...theirs });
    for (let retry = 0; retry < 2; retry += 1) {
      const { status, body: answer } = await send(body, { type });
      expect([status, answer]).toEqual([400, unknown]);
    }
    expect(await keysMade()).toBe(0);
    expect((await send(body, { type, query: '&order=7' })).body).toMatchObject(created);
    expect((await send(body, { type, query: '&order=7' })).body).toMatchObject({ repeated: true });
    expect(await keysMade()).toBeGreaterThan(0);
    // The setting of another application makes keys, as before.
    expect((await send(body, { type, ...theirs })).body).toMatchObject(created);
    expect(await theirKeys()).toBeGreaterThan(0);
  });

  test.each([
    ['application/xml', '<sale><event>order paid</event></sale>'],
    ['text/plain', 'sale=7'],
    ['application/octet-stream', Uint8Array.from([0xff, 0xfe, 0])],
    [json, '{"broken'],
  ])('is refused if it cannot be read, even with an order: %s', async (type, body) => {
    const { service, post, ofSeller, ask, keysMade } = await openShop();
    const send = async () =>
      (await post('seller', `${ofSeller}&type=add&expiry=1&order=7`, body, type)).body;
    expect(String((await send())['message'])).toMatch(/^The body of this request cannot be read\./);
    expect(await keysMade()).toBe(0);
    await ask('updatesettings', { unknownorders: 'make' });
    expect(await send()).toMatchObject(created);
    expect(service.logText()).not.toContain('A request failed');
  });

  test.each([
    ['a GET', undefined, ''],
    ['an empty body', json, ''],
    ['white space', json, '\n'],
    ['an empty object', json, '{}'],
    ['parameters of the operation', form, 'amount=1&note=x'],
    ['parameters in flat JSON', json, '{"amount":1,"order":null}'],
  ])('is not assumed for %s', async (_what, type, body) => {
    const { service, send, keysMade } = await openShop();
    const { sellerkey } = service.app;
    const get = `${service.url}/api/seller/?sellerkey=${sellerkey}&type=add&expiry=1&product=5`;
    const twice = async () =>
      type === undefined ? (await fetch(get)).status : (await send(body, { type })).status;
    expect([await twice(), await twice()]).toEqual([200, 200]);
    expect(await keysMade()).toBe(2);
  });

  test('is not assumed for the type and other fields of a bot', async () => {
    const { post, ofSeller, keysMade } = await openShop();
    const body = 'type=add&expiry=1&bot=seven';
    expect((await post('seller', ofSeller, body, form)).body).toMatchObject(created);
    expect(await keysMade()).toBe(1);
  });
});

test('reads a body without a content type, even in chunks', async () => {
  const { service, keysMade } = await openShop();
  const url = `${service.url}/api/seller/?sellerkey=${service.app.sellerkey}&type=add&expiry=1`;
  const send = async (text: string) => {
    const bytes = new TextEncoder().encode(text);
    const whole = await fetch(url, { method: 'POST', body: bytes });
    // Without a length, Node sends chunks.
    const call = request(url, { method: 'POST' });
    call.write(bytes.subarray(0, 5));
    call.end(bytes.subarray(5));
    const [chunks] = (await once(call, 'response')) as [IncomingMessage]; // documented by Node
    chunks.resume();
    return [whole.status, chunks.statusCode];
  };
  expect(await send('{"data":{"id":7}}')).toEqual([400, 400]);
  expect(await send('{"event":"refund","data":{"uniqid":7}}')).toEqual([400, 400]);
  expect(await keysMade()).toBe(0);
  expect(await send('{"data":{"uniqid":7}}')).toEqual([200, 200]);
  expect(await keysMade()).toBe(1);
});

test.each([
  ['a byte order mark', '\uFEFF{"data":{"uniqid":7}}', { ...created, order: '7' }],
  ['nested lists', `[${'['.repeat(20_000)}${']'.repeat(20_000)}]`, { success: false }],
  ['lists that fit', `{"data":${'['.repeat(300)}${']'.repeat(300)}}`, unknown],
  ['white space', `{"data":{"refunded":"${' '.repeat(60_000)}x"}}`, { success: false }],
  ['a name of the prototype', '{"data":{"__proto__":{"uniqid":7},"constructor":8}}', unknown],
])('reads a body with %s', async (_what, body, gets) => {
  const { send, service } = await openShop();
  expect((await send(body)).body).toMatchObject(gets);
  expect(service.logText()).not.toContain('A request failed');
});

test('the setting is shown, and an application of an older version creates keys as before', async () => {
  const { ask, send, keysMade } = await openShop();
  expect((await ask('getsettings')).body['unknownorders']).toBe('refuse');
  expect((await ask('updatesettings', { unknownorders: 'never' })).message).toBe(
    'The parameter "unknownorders" is not valid.',
  );
  await ask('updatesettings', { unknownorders: 'make' });
  expect((await ask('getsettings')).body['unknownorders']).toBe('make');
  await send('{"event":"refund","data":{"id":7}}');
  await send('{"event":"refund","data":{"id":7}}');
  expect(await keysMade()).toBe(2);
});

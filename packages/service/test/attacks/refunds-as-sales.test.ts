// A shop posts every event to the URL of `add`. Refunds, chargebacks and failed payments must not
// create license keys, wherever the event has its order number. The control is the paid order.
import { expect, test } from 'vitest';
import { open } from '../public-requests-parts.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const order = { id: 'refunded-1', quantity: 1 };

/** Events that are not a sale, as shops and payment services write them. */
const ends: readonly (readonly [field: string, body: unknown])[] = [
  ['event', { event: 'order:refunded', data: { order } }],
  ['event', { event: 'order.refund', data: { uniqid: 'refunded-1' } }],
  ['event', { event: 'OrderRefunded', data: { order } }],
  ['event', { event: 'order:cancelled', data: { order } }],
  ['event', { event: 'CHARGEBACK_OPENED', data: { order } }],
  ['event', { event: 'order:disputed', data: { order } }],
  ['event.name', { event: { name: 'refund' }, data: { order } }],
  ['event_type', { event_type: 'PAYMENT.CAPTURE.REFUNDED', data: { order } }],
  ['eventType', { eventType: 'payment-failed', data: { order } }],
  ['type', { type: 'charge.refunded', data: { order } }],
  ['topic', { topic: 'orders/cancelled', data: { order } }],
  ['action', { action: 'Refund', data: { order } }],
  ['data.status', { data: { status: 'REFUNDED', order } }],
  ['data.status', { data: { status: 'partially_refunded', uniqid: 'refunded-1' } }],
  ['data.order.status', { data: { order: { ...order, status: 'Charged back' } } }],
  ['data.payment_status', { data: { payment_status: 'Reversed', order } }],
  ['data.order.refunded_at', { data: { order: { ...order, refunded_at: '2026-11-25' } } }],
  ['data.order.refunded', { data: { order: { ...order, refunded: true } } }],
  ['data.refund', { data: { refund: { id: 3 }, order } }],
  ['data.chargeback', { data: { chargeback: 1, order } }],
  ['events.type', { events: [{ type: 'sale' }, { type: 'refund' }], data: { order } }],
];

/** Sales that mention the same words elsewhere. */
const sales: readonly unknown[] = [
  { event: 'order:paid', data: { status: 'COMPLETED', order } },
  { event: 'order:paid', data: { order: { ...order, refunded_at: null, refunded: false } } },
  { event: 'sale', data: { product: { title: 'Refund helper', type: 'non-refundable' }, order } },
  { event: 'sale', data: { status_history: [{ status: 'FAILED' }, { status: 'PAID' }], order } },
  { type: 'charge.succeeded', data: { previous_attributes: { status: 'failed' }, order } },
  { event: 'sale', data: { refund_status: 'not_refunded', refunds: [], chargeback: 0, order } },
  { event: 'sale', note: 'refund', data: { order } },
  { event: 'sale', data: { refunded: '0.00', disputed: 'no', order } },
];

async function openShop() {
  const { post, ofSeller, ask, keysMade } = await open();
  const send = async (body: string, { type = json, query = '' } = {}) =>
    (await post('seller', `${ofSeller}&type=add&expiry=30&level=1${query}`, body, type)).body;
  return { ask, send, keysMade };
}

test('no refund creates keys, and the paid order does', async () => {
  const { send, ask, keysMade } = await openShop();
  for (const [field, body] of ends)
    for (const query of ['', '&order=refunded-2'])
      expect(await send(JSON.stringify(body), { query }), JSON.stringify(body)).toEqual({
        success: false,
        code: 'not-a-sale',
        message: `This event is not a sale. The field ${field} reports a refund, a cancellation or a failed payment. Nothing was created.`,
      });
  for (const body of [
    'payment_status=Refunded&txn_id=5',
    'payment_status=Reversed&order=refunded-3',
    'event=chargeback&order=refunded-3',
  ])
    expect(String((await send(body, { type: form }))['message'])).toMatch(/^This event is not/);
  const inQuery = { type: form, query: '&event=order_refunded&order=refunded-4' };
  expect(String((await send('', inQuery))['message'])).toMatch(/^This event is not a sale/);
  expect(await keysMade()).toBe(0);
  expect((await ask('fetchorder', { order: 'refunded-1' })).success).toBe(false);

  const paid = { event: 'order:paid', data: { order } };
  expect(await send(JSON.stringify(paid))).toMatchObject({ success: true, repeated: false });
  // The refund of an order that exists does not return its keys.
  expect(await send(JSON.stringify(ends[0]?.[1]))).toMatchObject({ success: false });
  expect(await send(JSON.stringify(paid))).toMatchObject({ success: true, repeated: true });
  expect(await keysMade()).toBe(1);
});

test('a sale that mentions refunds in other fields creates keys once', async () => {
  const { send, keysMade } = await openShop();
  for (const body of sales)
    expect(await send(JSON.stringify(body)), JSON.stringify(body)).toMatchObject({ success: true });
  expect(await keysMade()).toBe(1);
});

test('creates nothing for events that the setting saleevents does not list', async () => {
  const { ask, send, keysMade } = await openShop();
  expect((await ask('updatesettings', { saleevents: 'Order:Paid, sale,' })).success).toBe(true);
  const refusal = {
    success: false,
    code: 'not-a-sale',
    message:
      'This event is not a sale. The body has none of the events of the setting saleevents. Nothing was created.',
  };
  const unknown = [
    { event: 'order:created', data: { status: 'PENDING', order } },
    { event: 'order:paid:late', data: { order } },
    { event: 'order', kind: 'paid', data: { order } },
    { event: ' ', data: { title: 'sale', order } },
    { data: { order } },
  ];
  for (const unknownorders of ['refuse', 'make']) {
    await ask('updatesettings', { unknownorders });
    for (const body of unknown)
      expect(await send(JSON.stringify(body)), JSON.stringify(body)).toEqual(refusal);
    expect(await send('event=created&order=other-1', { type: form })).toEqual(refusal);
    expect(await send('', { type: form, query: '&event=created&order=other-3' })).toEqual(refusal);
    expect(await send('{"broken', { query: '&order=other-2' })).toEqual(refusal);
  }
  await ask('updatesettings', { unknownorders: 'refuse' });
  const both = { event: 'order:paid', data: { status: 'REFUNDED', order } };
  expect(String((await send(JSON.stringify(both)))['message'])).toMatch(/data\.status reports/);
  expect(await keysMade()).toBe(0);

  // Control: listed events in any case, and requests without a shop's body, create keys.
  for (const [id, event] of [
    ['paid-1', 'ORDER:PAID'],
    ['paid-2', 'sale'],
  ] as const)
    expect(await send(JSON.stringify({ event, data: { order: { id } } }))).toMatchObject({
      success: true,
    });
  expect(await send('event=sale&order=paid-3', { type: form })).toMatchObject({ success: true });
  expect((await ask('add', { expiry: '30', level: '1', order: 'own-1' })).success).toBe(true);
  expect(await keysMade()).toBe(4);
  // An empty setting restores the recognition by words.
  await ask('updatesettings', { saleevents: '' });
  expect(await send(JSON.stringify({ data: { order } }))).toMatchObject({ success: true });
});

test('the answer omits a field name that is long or not ASCII', async () => {
  const { send } = await openShop();
  const name = `status${'x'.repeat(300)}`;
  for (const one of [name, 'status<ü>'])
    expect(await send(JSON.stringify({ [one]: 'refunded', data: { order } }))).toEqual({
      success: false,
      code: 'not-a-sale',
      message:
        'This event is not a sale. A field reports a refund, a cancellation or a failed payment. Nothing was created.',
    });
});

// Making many keys with several requests: their orders, stops, lost answers, and wrong forms.
import { expect, test } from 'vitest';
import { RequestFailed } from '@latchkey/web/failure.ts';
import {
  faultsOf,
  firstChoice,
  leftOf,
  type Choice,
} from '../../packages/desk/src/pages/licenses/make/choice.ts';
import {
  isUncertain,
  makeKeys,
  newOrder,
  partsOf,
  startOf,
  type Part,
} from '../../packages/desk/src/pages/licenses/make/make-keys.ts';

function failure(code: string): RequestFailed {
  return new RequestFailed({ code, message: '', retryAfter: null, facts: {} });
}

/** A service that makes every order once. `lost`: numbers of requests whose answers are lost. */
function openShop(lost: readonly number[] = [], known: readonly string[] = []) {
  const orders = new Map(known.map((order) => [order, [`${order}:0`]]));
  let requests = 0;
  const send = ({ amount, order }: Part) => {
    requests += 1;
    const earlier = orders.get(order);
    const keys = earlier ?? Array.from({ length: amount }, (_, at) => `${order}:${String(at)}`);
    orders.set(order, keys);
    if (lost.includes(requests)) return Promise.reject(failure('no-answer-in-time'));
    return Promise.resolve({ keys, isRepeated: earlier !== undefined, isRefunded: false });
  };
  return { send, made: () => [...orders.values()].flat() };
}

const unstopped = { onProgress: () => undefined, isStopped: () => false };

test.each([
  [1, [1]],
  [100, [100]],
  [101, [100, 1]],
  [250, [100, 100, 50]],
  [5000, Array.from({ length: 50 }, () => 100)],
])('splits %i keys into requests of %j', (amount, amounts) => {
  const parts = partsOf(amount, 'order');
  expect(parts.map((part) => part.amount)).toEqual(amounts);
  expect(new Set(parts.map(({ order }) => order)).size).toBe(parts.length);
});

test('a single request has the order itself', () => {
  expect(partsOf(100, 'shop-1')).toEqual([{ amount: 100, order: 'shop-1' }]);
});

test('every lost answer of three requests can be repeated without a second key', async () => {
  for (const lost of [[1], [2], [3], [1, 2], [2, 3], [1, 3, 5]]) {
    const shop = openShop(lost);
    let progress = startOf(partsOf(250, 'order'));
    for (let tries = 0; progress.left.length > 0; tries += 1) {
      expect(tries).toBeLessThan(5);
      progress = await makeKeys(progress, shop.send, unstopped);
    }
    expect(progress.keys).toHaveLength(250);
    expect(progress.keys).toEqual(shop.made());
    expect(progress).toMatchObject({ repeated: 0, failure: null });
  }
});

test('counts the keys of an order that existed before', async () => {
  const shop = openShop([], ['order']);
  const progress = await makeKeys(startOf(partsOf(1, 'order')), shop.send, unstopped);
  expect(progress).toMatchObject({ keys: ['order:0'], repeated: 1 });
});

test('stops before the next request', async () => {
  const shop = openShop();
  let isStopped = false;
  const watch = { onProgress: () => (isStopped = true), isStopped: () => isStopped };
  const progress = await makeKeys(startOf(partsOf(250, 'order')), shop.send, watch);
  expect(progress.keys).toHaveLength(100);
  expect(shop.made()).toHaveLength(100);
  expect(progress.left).toHaveLength(2);
});

test('only a failure without an answer of the service is uncertain', () => {
  const codes = ['no-connection', 'no-answer-in-time', 'http-502', 'internal', 'balance-low'];
  const uncertain = codes.filter((code) => isUncertain(failure(code).failure));
  expect(uncertain).toEqual(['no-connection', 'no-answer-in-time', 'http-502', 'internal']);
});

test('an order of the desk has its day and differs from all others', () => {
  const orders = Array.from({ length: 100 }, () => newOrder(Date.UTC(2026, 10, 26)));
  for (const order of orders) expect(order).toMatch(/^desk-20261126-[0-9a-v]{8}$/);
  expect(new Set(orders).size).toBe(100);
});

test.each<[string, Partial<Choice>]>([
  ['days', { duration: 'other', days: '' }],
  ['days', { duration: 'other', days: '300001' }],
  ['amount', { amount: '0' }],
  ['amount', { amount: '5001' }],
  ['amount', { amount: '1.5' }],
  ['note', { note: 'x'.repeat(70) }],
  ['order', { order: 'x'.repeat(181) }],
  ['mask-comma', { mask: 'A,******-******-******' }],
  ['mask-long', { mask: '*'.repeat(71) }],
  ['mask-weak', { mask: '***************' }],
])('reports the fault %s of %j', (fault, change) => {
  expect([...faultsOf({ ...firstChoice, ...change })]).toEqual([fault]);
});

test('a key that the seller chose is made once, and only if it may be weak', () => {
  const own = { ...firstChoice, mask: 'GIFT' };
  expect([...faultsOf(own)]).toEqual(['mask-weak']);
  expect([...faultsOf({ ...own, allowsWeak: true })]).toEqual([]);
  expect([...faultsOf({ ...own, allowsWeak: true, amount: '2' })]).toEqual(['mask-one']);
  expect([...faultsOf({ ...firstChoice, mask: 'XXXXXX-XXXXXX-XXXXXX', amount: '2' })]).toEqual([]);
});

test('adds the balance of the level to that of all levels', () => {
  const bucket = { granted: '9', used: '0' };
  const balances = [
    { ...bucket, level: '1', duration: 'month', left: '3' },
    { ...bucket, level: '', duration: 'month', left: '4' },
    { ...bucket, level: '2', duration: 'month', left: '100' },
    { ...bucket, level: '1', duration: 'week', left: '100' },
  ];
  expect(leftOf(balances, { ...firstChoice, level: '1' })).toBe(7);
  expect(leftOf(undefined, firstChoice)).toBe(null);
});

// The fair queue: whose turn it is, what a full queue refuses, and that one tenant can use it all.
import { expect, test } from 'vitest';
import { FairQueue, type QueueSize } from '../src/fair-queue.ts';

/** Work that ends when the test says so; `order` lists what has started. */
function open(size: QueueSize, clock = { ms: 0 }) {
  const queue = new FairQueue(size, () => clock.ms);
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  const push = (name: string) => {
    const [tenant = ''] = name;
    const work = () =>
      new Promise<void>((resolve) => {
        order.push(name);
        ends.push(resolve);
      });
    const pushed = queue.push(tenant, work, () => new Error(name));
    if (pushed === null) refused.push(name);
    else pushed.catch((error: unknown) => void refused.push((error as Error).message));
  };
  const end = async (count = 1) => {
    for (let left = count; left > 0; left -= 1) {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { queue, order, refused, push, end };
}

test('tenants take turns in any order of arrival', async () => {
  const { order, push, end } = open({ workers: 1, waiting: 10 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) push(name);
  await end(7);
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('a tenant gets all workers if no other tenant waits, else half of them', async () => {
  const { order, push, end } = open({ workers: 4, waiting: 20 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8']) push(name);
  expect(order).toEqual(['a1', 'a2', 'a3', 'a4']);
  for (const name of ['b1', 'b2', 'b3']) push(name);
  await end(3);
  // a4 and two of b are running: the free worker goes to the tenant with less than half.
  expect(order.slice(4)).toEqual(['b1', 'b2', 'a5']);
  await end();
  expect(order.slice(7)).toEqual(['a6']);
  await end(2);
  expect(order.slice(8)).toEqual(['b3', 'a7']);
});

test('reserves a worker for a tenant that was active in the last minute', async () => {
  const clock = { ms: 0 };
  const { queue, order, push, end } = open({ workers: 2, waiting: 20 }, clock);
  push('b1');
  await end();
  clock.ms += 60_000;
  for (const name of ['a1', 'a2', 'a3', 'a4']) push(name);
  expect(order).toEqual(['b1', 'a1']);
  expect([queue.workersOf('a'), queue.workersOf('b'), queue.workersOf('c')]).toEqual([1, 1, 1]);
  expect([queue.isBusyFor('a'), queue.isBusyFor('b')]).toEqual([true, false]);
  push('b2');
  expect(order).toEqual(['b1', 'a1', 'b2']);
  await end();
  expect(order).toEqual(['b1', 'a1', 'b2', 'a2']);
  await end();
  expect(order).toHaveLength(4);
  clock.ms += 60_001;
  push('a5');
  expect(order.slice(4)).toEqual(['a3']);
  await end(2);
  expect(order.slice(4)).toEqual(['a3', 'a4', 'a5']);
  expect(queue.workersOf('a')).toBe(2);
});

test('a full queue drops the newest work of the busiest tenant to accept work of another', async () => {
  const { order, refused, push, end } = open({ workers: 1, waiting: 4 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) push(name);
  push('a6');
  expect(refused).toEqual(['a6']);
  push('b1');
  push('b2');
  await end(0);
  // Two tasks of each tenant wait now, so no tenant has more than half.
  push('b3');
  push('a7');
  await new Promise((resolve) => setImmediate(resolve));
  expect(refused.toSorted()).toEqual(['a4', 'a5', 'a6', 'a7', 'b3']);
  await end(5);
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

test('the expected wait does not depend on the load of other tenants', () => {
  const { queue, push } = open({ workers: 1, waiting: 100 });
  for (let count = 0; count < 51; count += 1) push('a');
  expect([queue.startsUntil('a'), queue.startsUntil('b')]).toEqual([51, 2]);
  push('b');
  expect(queue.startsUntil('b')).toBe(4);
});

test('a failed task does not affect others', async () => {
  const queue = new FairQueue({ workers: 1, waiting: 2 });
  const wrong = queue.push('a', () => Promise.reject(new Error('no memory')), Error);
  const right = queue.push('a', () => Promise.resolve('done'), Error);
  await expect(wrong).rejects.toThrow('no memory');
  expect(await right).toBe('done');
});

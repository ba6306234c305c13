// The queue of the one SQLite connection: atomic writes in groups with one commit, reads between.
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openQueue, passes } from './sqlite-queue-parts.ts';

test('concurrent writes share one commit, in order of arrival', async () => {
  const { queue, executed, add, names, transaction } = openQueue();
  const told: string[] = [];
  await Promise.all([
    transaction((one) => one.run(add('a'))).then(() => told.push('a')),
    queue.write(add('b')).then((name) => told.push(name)),
    transaction((one) => one.run(add('c'))).then(() => told.push('c')),
  ]);
  expect(names()).toEqual(['a', 'b', 'c']);
  expect(told).toHaveLength(3);
  expect(executed).toEqual([
    'begin immediate',
    ...['savepoint one', 'release one'],
    ...['savepoint one', 'release one'],
    ...['commit', 'sync'],
  ]);
});

test('a failed write in a group rolls back only its own changes', async () => {
  const { queue, executed, add, names, transaction } = openQueue();
  const problem = new Error('too late');
  const ended = await Promise.allSettled([
    transaction((one) => one.run(add('kept'))),
    transaction((one) => {
      one.run(add('undone'));
      throw problem;
    }),
    queue.write(add('kept')),
    transaction((one) => one.run(add('undone'))),
  ]);
  expect(names()).toEqual(['kept', 'undone']);
  expect(ended).toEqual([
    { status: 'fulfilled', value: undefined },
    { status: 'rejected', reason: problem },
    { status: 'rejected', reason: expect.objectContaining({ code: uniqueCode }) as unknown },
    { status: 'fulfilled', value: undefined },
  ]);
  expect(executed.filter((sql) => sql === 'commit')).toHaveLength(1);
});

const uniqueCode = 'SQLITE_CONSTRAINT_PRIMARYKEY';

test('acknowledges no write before the entire group is committed', async () => {
  const { queue, executed, add, transaction } = openQueue();
  const told: string[] = [];
  let goOn = () => {};
  const wait = new Promise<void>((resolve) => (goOn = resolve));
  const all = [
    queue.write(add('early')).then(() => told.push('early')),
    transaction(() => Promise.reject(new Error('no'))).catch(() => told.push('refused')),
    transaction(() => wait).then(() => told.push('late')),
  ];
  for (let one = 0; one < 5; one += 1) await passes();
  expect(told).toEqual([]);
  expect(executed).not.toContain('commit');
  goOn();
  await Promise.all(all);
  expect(told.toSorted()).toEqual(['early', 'late', 'refused']);
});

test('a failed commit rolls back the entire group, and rejects each of its writes', async () => {
  const { queue, add, names, transaction, refuse } = openQueue();
  const gone = new Error('gone');
  const ended = await Promise.allSettled([
    transaction((one) => {
      one.run(add('a'));
      refuse(gone);
    }),
    queue.write(add('b')),
    transaction(() => Promise.reject(new Error('what the end of the group hides'))),
  ]);
  expect(ended).toEqual(Array.from({ length: 3 }, () => ({ status: 'rejected', reason: gone })));
  expect(names()).toEqual([]);
  await expect(queue.write(add('c'))).rejects.toBe(gone);
  refuse(null);
  await queue.write(add('c'));
  expect(names()).toEqual(['c']);
});

test('a fault that rolls back a group rejects all its writes, and the next group works', async () => {
  const { sqlite, queue, add, names, transaction } = openQueue();
  const own = new Error('own');
  const fault = new Error('disk full');
  const fail = () => {
    sqlite.exec('rollback');
    throw fault;
  };
  const ended = await Promise.allSettled([
    queue.write(add('before')),
    transaction((one) => {
      expect(() => one.run(fail)).toThrow(fault);
      // Any later statement would be written outside a transaction.
      expect(() => one.run(add('beside'))).toThrow(fault);
      throw own;
    }),
    queue.write(add('after')),
  ]);
  expect(ended.map((end) => (end.status === 'rejected' ? (end.reason as unknown) : null))).toEqual([
    fault,
    own,
    fault,
  ]);
  expect(names()).toEqual([]);
  await queue.write(add('next'));
  expect(names()).toEqual(['next']);
});

test('a transaction that cannot begin is rejected, and does not block others', async () => {
  const { sqlite, queue, add, names, transaction } = openQueue();
  sqlite.exec('begin');
  await expect(transaction((one) => one.run(add('a')))).rejects.toThrow('within a transaction');
  sqlite.exec('rollback');
  await queue.write(add('b'));
  expect(names()).toEqual(['b']);
});

test('a read waits for the open group, sees all its writes, and runs before the next group', async () => {
  const { queue, add, names, transaction } = openQueue();
  let goOn = () => {};
  const wait = new Promise<void>((resolve) => (goOn = resolve));
  const first = transaction(async (one) => {
    one.run(add('a'));
    await wait;
    one.run(add('b'));
  });
  await passes();
  const second = queue.write(add('c'));
  const seen: unknown[] = [];
  const read = queue.read(() => seen.push(...names()));
  await passes();
  expect(seen).toEqual([]);
  goOn();
  await Promise.all([first, read, second]);
  expect(seen).toEqual(['a', 'b']);
  expect(names()).toEqual(['a', 'b', 'c']);
});

test('a failed read is rejected, and does not block others', async () => {
  const { queue, add, transaction } = openQueue();
  const first = transaction((one) => one.run(add('a')));
  await passes();
  const wrong = queue.read(() => {
    throw new Error('no such table');
  });
  await expect(wrong).rejects.toThrow('no such table');
  await first;
  expect(await queue.read(() => 1)).toBe(1);
});

test('splits a long queue of writes into several groups, in order of arrival', async () => {
  const { queue, executed, add, names } = openQueue();
  const all = Array.from({ length: 40 }, (_, index) => `name ${index}`);
  await Promise.all(all.map((name) => queue.write(add(name))));
  expect(names()).toEqual(all);
  expect(executed).toEqual(
    Array.from({ length: 3 }, () => ['begin immediate', 'commit', 'sync']).flat(),
  );
});

test('network events are handled between any two transactions of a chain', async () => {
  const { queue } = openQueue();
  let done = 0;
  const chain = async () => {
    for (; done < 200; done += 1) await (await queue.begin()).commit();
  };
  let heardAfter = -1;
  const server = createServer((socket) => {
    heardAfter = done;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1'); // a TCP server has an AddressInfo
  await new Promise((resolve) => socket.once('connect', resolve));
  await Promise.all([chain(), new Promise((resolve) => socket.once('close', resolve))]);
  expect(heardAfter).toBeGreaterThanOrEqual(0);
  expect(heardAfter).toBeLessThan(200);
});

// The queue of the SQLite connection: atomic writes in order, reads and network events in between.
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openQueue, passes } from './sqlite-queue-parts.ts';

test('runs writes in order of arrival, each with its own commit and sync', async () => {
  const { queue, executed, add, names, transaction } = openQueue();
  await Promise.all([
    transaction((one) => one.run(add('a'))),
    queue.write(add('b')),
    transaction((one) => one.run(add('c'))),
  ]);
  expect(names()).toEqual(['a', 'b', 'c']);
  const inTransaction = ['begin immediate', 'commit', 'sync'];
  expect(executed).toEqual([...inTransaction, 'sync', ...inTransaction]);
});

test('a failed write rolls back only its own changes', async () => {
  const { queue, add, names, transaction } = openQueue();
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
});

const uniqueCode = 'SQLITE_CONSTRAINT_PRIMARYKEY';

test('a transaction that is rolled back needs no sync', async () => {
  const { executed, add, transaction } = openQueue();
  const failed = transaction((one) => {
    one.run(add('a'));
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(executed).toEqual(['begin immediate', 'rollback']);
});

test('rolls back a transaction whose commit is refused, and refuses all writes meanwhile', async () => {
  const { queue, add, names, transaction, refuse } = openQueue();
  const gone = new Error('gone');
  const ended = await Promise.allSettled([
    transaction((one) => {
      one.run(add('a'));
      refuse(gone);
    }),
    queue.write(add('b')),
    transaction((one) => one.run(add('c'))),
  ]);
  expect(ended).toEqual(Array.from({ length: 3 }, () => ({ status: 'rejected', reason: gone })));
  expect(names()).toEqual([]);
  refuse(null);
  await queue.write(add('d'));
  expect(names()).toEqual(['d']);
});

test('a fault that makes SQLite roll back rejects the transaction, and the next write works', async () => {
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
      one.run(add('undone'));
      expect(() => one.run(fail)).toThrow(fault);
      // Any later statement would run outside a transaction.
      expect(() => one.run(add('outside'))).toThrow(fault);
      throw own;
    }),
    transaction((one) => {
      expect(() => one.run(fail)).toThrow(fault);
    }),
    queue.write(add('after')),
  ]);
  expect(ended.map((end) => (end.status === 'rejected' ? (end.reason as unknown) : null))).toEqual([
    ...[null, own, fault, null],
  ]);
  expect(names()).toEqual(['before', 'after']);
});

test('a transaction that cannot begin is rejected, and does not block others', async () => {
  const { sqlite, queue, add, names, transaction } = openQueue();
  sqlite.exec('begin');
  await expect(transaction((one) => one.run(add('a')))).rejects.toThrow('within a transaction');
  sqlite.exec('rollback');
  await queue.write(add('b'));
  expect(names()).toEqual(['b']);
});

test('a read waits for the open transaction, sees all of it, and runs before the next one', async () => {
  const { queue, add, names, transaction } = openQueue();
  let resume = () => {};
  const wait = new Promise<void>((resolve) => (resume = resolve));
  const first = transaction(async (one) => {
    one.run(add('a'));
    await wait;
    one.run(add('b'));
  });
  const second = transaction((one) => one.run(add('c')));
  await passes();
  const received: unknown[] = [];
  const read = queue.read(() => received.push(...names()));
  await passes();
  expect(received).toEqual([]);
  resume();
  await Promise.all([first, read, second]);
  expect(received).toEqual(['a', 'b']);
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

test('acknowledges a write after its sync, without delaying reads or other writes', async () => {
  const { queue, add, transaction, holdSyncs } = openQueue();
  const syncs = holdSyncs();
  const done: string[] = [];
  const first = queue.write(add('a')).then(() => done.push('a'));
  while (syncs.length < 1) await passes();
  expect(await queue.read(() => done.length)).toBe(0);
  const second = transaction((one) => one.run(add('b'))).then(() => done.push('b'));
  while (syncs.length < 2) await passes();
  expect(done).toEqual([]);
  syncs[1]?.end();
  await second;
  expect(done).toEqual(['b']);
  syncs[0]?.end();
  await first;
  expect(done).toEqual(['b', 'a']);
});

test('a failed sync rejects its own writes and does not delay others', async () => {
  const { queue, add, names, transaction, holdSyncs } = openQueue();
  const syncs = holdSyncs();
  const fault = new Error('the disk is gone');
  const lost = Promise.allSettled([queue.write(add('a')), transaction((one) => one.run(add('b')))]);
  while (syncs.length < 2) await passes();
  const next = queue.write(add('c'));
  while (syncs.length < 3) await passes();
  syncs[0]?.fail(fault);
  syncs[1]?.fail(fault);
  syncs[2]?.end();
  expect(await lost).toEqual(
    Array.from({ length: 2 }, () => ({ status: 'rejected', reason: fault })),
  );
  expect(await next).toBe('c');
  expect(names()).toEqual(['a', 'b', 'c']);
});

test.each(['many writes', 'the transactions of a chain'])(
  'network events are handled between %s',
  async (kind) => {
    const { queue, add } = openQueue();
    const all = 1000;
    let done = 0;
    const chain = async () => {
      for (; done < all; done += 1) await (await queue.begin()).commit();
    };
    const writes = () =>
      Promise.all(
        Array.from({ length: all }, async (_, index) => {
          await queue.write(add(`name ${index}`));
          done += 1;
        }),
      );
    let heardAfter = -1;
    const server = createServer((socket) => {
      heardAfter = done;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const work = kind === 'many writes' ? writes() : chain();
    // Connects during the work. A queue that never pauses accepts the connection only afterwards.
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1'); // a TCP server has an AddressInfo
    await Promise.all([work, new Promise((resolve) => socket.once('close', resolve))]);
    expect(heardAfter).toBeGreaterThanOrEqual(0);
    expect(heardAfter).toBeLessThan(all);
  },
);

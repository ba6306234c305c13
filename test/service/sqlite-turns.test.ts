// Turns on the one connection of SQLite: writes that come together are one group with one end, each of them all or nothing;
// reads and the network come in between.
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openTurns, passes } from './sqlite-turns-parts.ts';

test('writes that come together have one end, and go in their order', async () => {
  const { turns, executed, add, names, transaction } = openTurns();
  const told: string[] = [];
  await Promise.all([
    transaction((turn) => turn.run(add('a'))).then(() => told.push('a')),
    turns.write(add('b')).then((name) => told.push(name)),
    transaction((turn) => turn.run(add('c'))).then(() => told.push('c')),
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

test('of one group only what fails is undone', async () => {
  const { turns, executed, add, names, transaction } = openTurns();
  const problem = new Error('too late');
  const ended = await Promise.allSettled([
    transaction((turn) => turn.run(add('kept'))),
    transaction((turn) => {
      turn.run(add('undone'));
      throw problem;
    }),
    turns.write(add('kept')),
    transaction((turn) => turn.run(add('undone'))),
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

test('nobody is told before all of the group is kept', async () => {
  const { turns, executed, add, transaction } = openTurns();
  const told: string[] = [];
  let goOn = () => {};
  const wait = new Promise<void>((resolve) => (goOn = resolve));
  const all = [
    turns.write(add('early')).then(() => told.push('early')),
    transaction(() => Promise.reject(new Error('no'))).catch(() => told.push('refused')),
    transaction(() => wait).then(() => told.push('late')),
  ];
  for (let turn = 0; turn < 5; turn += 1) await passes();
  expect(told).toEqual([]);
  expect(executed).not.toContain('commit');
  goOn();
  await Promise.all(all);
  expect(told.toSorted()).toEqual(['early', 'late', 'refused']);
});

test('where the group cannot be kept, nothing of it is, and each is told', async () => {
  const { turns, add, names, transaction, refuse } = openTurns();
  const gone = new Error('gone');
  const ended = await Promise.allSettled([
    transaction((turn) => {
      turn.run(add('a'));
      refuse(gone);
    }),
    turns.write(add('b')),
    transaction(() => Promise.reject(new Error('what the end of the group hides'))),
  ]);
  expect(ended).toEqual(Array.from({ length: 3 }, () => ({ status: 'rejected', reason: gone })));
  expect(names()).toEqual([]);
  await expect(turns.write(add('c'))).rejects.toBe(gone);
  refuse(null);
  await turns.write(add('c'));
  expect(names()).toEqual(['c']);
});

test('a fault that undoes all of the group is told to all of it, and the next one goes on', async () => {
  const { sqlite, turns, add, names, transaction } = openTurns();
  const own = new Error('own');
  const fault = new Error('disk full');
  const fail = () => {
    sqlite.exec('rollback');
    throw fault;
  };
  const ended = await Promise.allSettled([
    turns.write(add('before')),
    transaction((turn) => {
      expect(() => turn.run(fail)).toThrow(fault);
      // What runs on would be written outside of any transaction.
      expect(() => turn.run(add('beside'))).toThrow(fault);
      throw own;
    }),
    turns.write(add('after')),
  ]);
  expect(ended.map((end) => (end.status === 'rejected' ? (end.reason as unknown) : null))).toEqual([
    fault,
    own,
    fault,
  ]);
  expect(names()).toEqual([]);
  await turns.write(add('next'));
  expect(names()).toEqual(['next']);
});

test('a transaction that cannot begin says so, and holds nobody up', async () => {
  const { sqlite, turns, add, names, transaction } = openTurns();
  sqlite.exec('begin');
  await expect(transaction((turn) => turn.run(add('a')))).rejects.toThrow('within a transaction');
  sqlite.exec('rollback');
  await turns.write(add('b'));
  expect(names()).toEqual(['b']);
});

test('a read waits for the open group, sees all of it, and goes before the next', async () => {
  const { turns, add, names, transaction } = openTurns();
  let goOn = () => {};
  const wait = new Promise<void>((resolve) => (goOn = resolve));
  const first = transaction(async (turn) => {
    turn.run(add('a'));
    await wait;
    turn.run(add('b'));
  });
  await passes();
  const second = turns.write(add('c'));
  const seen: unknown[] = [];
  const read = turns.read(() => seen.push(...names()));
  await passes();
  expect(seen).toEqual([]);
  goOn();
  await Promise.all([first, read, second]);
  expect(seen).toEqual(['a', 'b']);
  expect(names()).toEqual(['a', 'b', 'c']);
});

test('a fault of a read is told to whoever asked, and holds nobody up', async () => {
  const { turns, add, transaction } = openTurns();
  const first = transaction((turn) => turn.run(add('a')));
  await passes();
  const wrong = turns.read(() => {
    throw new Error('no such table');
  });
  await expect(wrong).rejects.toThrow('no such table');
  await first;
  expect(await turns.read(() => 1)).toBe(1);
});

test('more than a group takes are several, in their order', async () => {
  const { turns, executed, add, names } = openTurns();
  const all = Array.from({ length: 40 }, (_, index) => `name ${index}`);
  await Promise.all(all.map((name) => turns.write(add(name))));
  expect(names()).toEqual(all);
  expect(executed).toEqual(
    Array.from({ length: 3 }, () => ['begin immediate', 'commit', 'sync']).flat(),
  );
});

test('a chain of transactions lets what comes by the network in between any two', async () => {
  const { turns } = openTurns();
  let done = 0;
  const chain = async () => {
    for (; done < 200; done += 1) await (await turns.begin()).keep();
  };
  let heardAfter = -1;
  const server = createServer((socket) => {
    heardAfter = done;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1'); // it listens at a port
  await new Promise((resolve) => socket.once('connect', resolve));
  await Promise.all([chain(), new Promise((resolve) => socket.once('close', resolve))]);
  expect(heardAfter).toBeGreaterThanOrEqual(0);
  expect(heardAfter).toBeLessThan(200);
});

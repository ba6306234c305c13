// Turns on the one connection of SQLite: transactions one after the other, statements and the network in between.
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { SqliteTurns } from '../../src/service/database/sqlite-turns.ts';

async function passes(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

test('a statement waits for the open transaction, and goes before those that wait', async () => {
  const turns = new SqliteTurns();
  const order: string[] = [];
  await turns.begin();
  const second = turns.begin().then(() => void order.push('second transaction'));
  const read = turns.statement(() => order.push('statement'));
  await passes();
  expect(order).toEqual([]);
  turns.end();
  await read;
  const late = turns.statement(() => order.push('late statement'));
  await second;
  await late;
  expect(order).toEqual(['statement', 'late statement', 'second transaction']);
  turns.end();
});

test('transactions go in their order, one at a time, also those that come between two', async () => {
  const turns = new SqliteTurns();
  const order: number[] = [];
  let open = 0;
  const run = async (number: number) => {
    await turns.begin();
    open += 1;
    expect(open).toBe(1);
    order.push(number);
    await Promise.resolve();
    open -= 1;
    turns.end();
  };
  const first = run(1).then(() => run(4));
  await Promise.all([first, run(2), run(3)]);
  expect(order).toEqual([1, 2, 3, 4]);
});

test('a fault of a statement is told to whoever asked, and holds nobody up', async () => {
  const turns = new SqliteTurns();
  await turns.begin();
  const wrong = turns.statement(() => {
    throw new Error('no such table');
  });
  const right = turns.statement(() => 1);
  turns.end();
  await expect(wrong).rejects.toThrow('no such table');
  expect(await right).toBe(1);
});

test('a chain of transactions lets what comes by the network in between any two', async () => {
  const turns = new SqliteTurns();
  let done = 0;
  const chain = async () => {
    for (; done < 200; done += 1) {
      await turns.begin();
      turns.end();
    }
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

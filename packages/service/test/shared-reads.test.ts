// Concurrent reads share a connection. A broken one gets no more reads, and each is released.
import { sql, type CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { SharedReads } from '../src/database/shared-reads.ts';
import { statement } from '../src/database/statement.ts';
import { transact } from '../src/database/transact.ts';
import type { Database } from '../src/database/schema.ts';
import { databaseKind } from './support/postgresql.ts';
import { openWire } from './support/service-client.ts';

const queryOf = (sql: string) => ({ sql, parameters: [] }) as unknown as CompiledQuery; // has the members that are read

/** A pool that numbers its connections. Answers arrive when the test calls `settle`. */
function fakePool() {
  const opened: { asked: string[]; released: number; spoiled: boolean; ended: Error | null }[] = [];
  const waiting: (() => void)[] = [];
  const ends: Error[] = [];
  let refusal: Error | null = null;
  const reads = new SharedReads(() => {
    if (refusal !== null) return Promise.reject(refusal);
    const own = { asked: [] as string[], released: 0, spoiled: false, ended: ends.shift() ?? null };
    const number = opened.push(own);
    return Promise.resolve({
      async lists(sql: string) {
        own.asked.push(sql);
        await new Promise<void>((resolve) => void waiting.push(resolve));
        if (sql === 'broken') throw new Error('broken');
        if (own.ended !== null) throw own.ended;
        return { columns: ['by'], rows: [[number]] };
      },
      mustDiscard: () => own.spoiled,
      release: () => void (own.released += 1),
    });
  });
  const settle = async (count = Infinity) => {
    await new Promise(setImmediate);
    for (const answer of waiting.splice(0, count)) answer();
    await new Promise(setImmediate);
  };
  const read = (sql = 'select') => reads.read(queryOf(sql)).then(({ rows }) => rows[0]?.[0]);
  /** The errors of the next connections. */
  const end = (...errors: readonly Error[]) => void ends.push(...errors);
  return { opened, read, settle, end, refuse: (error: Error | null) => void (refusal = error) };
}

test('concurrent reads share a connection, which is released after the last read', async () => {
  const { opened, read, settle } = fakePool();
  const all = Promise.all([read('one'), read('two'), read('three')]);
  await settle();
  expect(await all).toEqual([1, 1, 1]);
  expect(opened).toMatchObject([{ asked: ['one', 'two', 'three'], released: 1 }]);
  const later = read();
  await settle();
  expect(await later).toBe(2);
  expect(opened.map(({ released }) => released)).toEqual([1, 1]);
});

test('at most 32 reads share a connection', async () => {
  const { opened, read, settle } = fakePool();
  const all = Promise.all(Array.from({ length: 33 }, () => read()));
  await settle();
  expect((await all).filter((by) => by === 1)).toHaveLength(32);
  expect(opened.map(({ asked, released }) => [asked.length, released])).toEqual([
    [32, 1],
    [1, 1],
  ]);
});

test('a failed read affects no other read, and later reads get another connection', async () => {
  const { opened, read, settle } = fakePool();
  const [good, bad] = [read('good'), read('broken')];
  const refused = expect(bad).rejects.toThrow('broken');
  await settle();
  await refused;
  expect(await good).toBe(1);
  const next = read();
  await settle();
  expect(await next).toBe(2);
  expect(opened.map(({ released }) => released)).toEqual([1, 1]);
});

test('a broken connection gets no new reads while earlier reads still use it', async () => {
  const { opened, read, settle } = fakePool();
  const [first, second] = [read('first'), read('second')];
  await new Promise(setImmediate);
  for (const own of opened) own.spoiled = true;
  await settle(1);
  expect(await first).toBe(1);
  expect(opened.map(({ released }) => released)).toEqual([0]);
  const third = read('third');
  await settle();
  expect(await third).toBe(2);
  expect(await second).toBe(1);
  expect(opened.map(({ released }) => released)).toEqual([1, 1]);
});

const endedBy = (code: string) => Object.assign(new Error('ended'), { code });

test.each([
  endedBy('57P01'),
  endedBy('57P02'),
  endedBy('08006'),
  endedBy('ECONNRESET'),
  endedBy('EPIPE'),
  new Error('Connection terminated unexpectedly'),
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('Client was closed and is not queryable'),
])('reads whose connection ends are repeated once on a new one: %s', async (error) => {
  const { opened, read, settle, end } = fakePool();
  end(error);
  const all = Promise.all([read('one'), read('two')]);
  await settle();
  await settle();
  expect(await all).toEqual([2, 2]);
  expect(opened.map(({ asked, released }) => [asked, released])).toEqual([
    [['one', 'two'], 1],
    [['one', 'two'], 1],
  ]);
  end(error, error);
  const twice = expect(read()).rejects.toBe(error);
  await settle();
  await settle();
  await twice;
  expect(opened.map(({ released }) => released)).toEqual([1, 1, 1, 1]);
});

test.each([
  endedBy('57014'),
  endedBy('53300'),
  new Error('The database did not answer for 65000 ms'),
  new Error('timeout exceeded when trying to connect'),
])('a read that failed for another reason is not repeated: %s', async (error) => {
  const { opened, read, settle, end } = fakePool();
  end(error);
  const failed = expect(read()).rejects.toBe(error);
  await settle();
  await failed;
  expect(opened).toHaveLength(1);
});

test('a failure to connect rejects all waiting reads, and the next read tries again', async () => {
  const { opened, read, settle, refuse } = fakePool();
  refuse(new Error('none'));
  const [one, two] = [read(), read()];
  await Promise.all([one, two].map((each) => expect(each).rejects.toThrow('none')));
  refuse(null);
  const next = read();
  await settle();
  expect(await next).toBe(1);
  expect(opened.map(({ released }) => released)).toEqual([1]);
});

test.runIf(databaseKind === 'postgresql')(
  'a read whose connection PostgreSQL ends is answered by another connection',
  async () => {
    const { service } = await openWire();
    const db = service.database;
    await sql`create sequence tries`.execute(db);
    // Ends its own connection at the first try.
    const readOnce = statement((of: Database, _none: object) =>
      of.selectNoFrom(
        sql<string>`case nextval('tries') when 1
          then pg_terminate_backend(pg_backend_pid())::text else 'answered' end`.as('value'),
      ),
    );
    expect(await readOnce(db, {})).toEqual([{ value: 'answered' }]);
  },
);

test.runIf(databaseKind === 'postgresql')(
  'a read in a transaction sees its writes, and other reads do not',
  async () => {
    const { service } = await openWire();
    const db = service.database;
    const readFact = statement((of: Database, { name }: { readonly name: string }) =>
      of.selectFrom('facts').select('value').where('name', '=', name),
    );
    await expect(
      transact(db, async (within) => {
        await within.insertInto('facts').values({ name: 'seen', value: '1' }).execute();
        expect(await readFact(within, { name: 'seen' })).toEqual([{ value: '1' }]);
        expect(await readFact(db, { name: 'seen' })).toEqual([]);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await readFact(db, { name: 'seen' })).toEqual([]);
  },
);

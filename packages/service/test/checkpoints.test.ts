// Checkpoints of SQLite's WAL off the main thread: when, how often, and which writers wait.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { Checkpoints, lastResort, type WalLength } from '../src/database/checkpoints.ts';
import { openDatabase } from '../src/database/open.ts';
import { sqliteFileIn } from '../src/database/sqlite.ts';
import { databaseKind } from './support/postgresql.ts';
import { openQueue, passes } from './sqlite-queue-parts.ts';

/** Opens a WAL of this length. `end` ends a checkpoint that has moved this number of pages. */
function open(length: WalLength | null) {
  const { queue, add, names, transaction } = openQueue();
  const requests: string[] = [];
  const running: { end: (moved: number) => void; fail: (error: Error) => void }[] = [];
  const wal = { length };
  const ask = (statement: string) => {
    requests.push(statement);
    return new Promise<readonly unknown[]>((resolve, reject) => {
      const end = (checkpointed: number) => {
        if (wal.length !== null) wal.length = { ...wal.length, checkpointed };
        resolve([{ busy: 0, log: wal.length?.log ?? checkpointed, checkpointed }]);
      };
      running.push({ end, fail: reject });
    });
  };
  const checkpoints = new Checkpoints(() => wal.length, { ask }, queue);
  const end = async (moved: number) => {
    running.shift()?.end(moved);
    await passes();
    // A pause starts one turn of the event loop later.
    await passes();
  };
  const fail = async () => {
    running.shift()?.fail(new Error('SQLITE_FULL'));
    await passes();
  };
  /** Returns the statements since the last call. */
  const since = () => requests.splice(0);
  return { wal, checkpoints, since, end, fail, queue, add, names, transaction };
}

const passive = 'pragma wal_checkpoint(passive)';
const full = 'pragma wal_checkpoint(full)';

test('does not checkpoint a short WAL or one of unknown length', () => {
  const { wal, checkpoints, since } = open({ log: 3999, checkpointed: 0 });
  checkpoints.look();
  wal.length = { log: 9000, checkpointed: 5001 };
  checkpoints.look();
  wal.length = null;
  checkpoints.look();
  expect(since()).toEqual([]);
});

test('checkpoints a long WAL beside writers, and blocks them only for its last pages', async () => {
  const { wal, checkpoints, since, end, add, names, queue } = open({
    log: 4000,
    checkpointed: 0,
  });
  checkpoints.look();
  checkpoints.look();
  expect(since()).toEqual([passive]);
  await queue.write(add('beside'));
  wal.length = { log: 4600, checkpointed: 0 };
  await end(4000);
  expect(since(), 'too much is left').toEqual([passive]);
  await end(4600);
  expect(since()).toEqual([full]);
  const late = queue.write(add('late'));
  await passes();
  expect(await queue.read(names)).toEqual(['beside']);
  await end(4600);
  await late;
  expect(await queue.read(names)).toEqual(['beside', 'late']);
  expect(since()).toEqual([]);
  wal.length = { log: 4000, checkpointed: 0 };
  checkpoints.look();
  expect(since(), 'again, once it is long again').toEqual([passive]);
});

test('makes writers wait if they write more than a checkpoint can move', async () => {
  const { checkpoints, since, end } = open({ log: 9000, checkpointed: 0 });
  checkpoints.look();
  for (const moved of [1, 2, 3, 4]) await end(moved);
  expect(since()).toEqual([passive, passive, passive, passive, full]);
});

test.each([
  ['cannot be emptied because of an earlier reader', 'held'],
  ['cannot be emptied because the disk is full', 'fails'],
])('a WAL that %s is checkpointed again after it has grown', async (_, how) => {
  const { wal, checkpoints, since, end, fail, add, queue } = open({
    log: 4000,
    checkpointed: 0,
  });
  checkpoints.look();
  if (how === 'fails') await fail();
  else for (let times = 0; times < 5; times += 1) await end(10);
  await queue.write(add('goes on'));
  since();
  wal.length = { log: 4999, checkpointed: 10 };
  checkpoints.look();
  expect(since()).toEqual([]);
  wal.length = { log: 5000, checkpointed: 10 };
  checkpoints.look();
  expect(since()).toEqual([passive]);
});

test('a pause starts after the open transaction, and writes continue if the pause fails', async () => {
  const { queue, add, names } = open(null);
  const one = await queue.begin();
  let isPaused = false;
  let fail = (_: Error): void => undefined;
  const paused = queue.pause(() => {
    isPaused = true;
    return new Promise((_, reject) => (fail = reject));
  });
  await passes();
  expect(isPaused).toBe(false);
  one.run(add('first'));
  await one.commit();
  const second = queue.write(add('second'));
  await passes();
  expect(isPaused).toBe(true);
  expect(await queue.read(names)).toEqual(['first']);
  fail(new Error('EIO'));
  await expect(paused).rejects.toThrow('EIO');
  await second;
  expect(await queue.read(names)).toEqual(['first', 'second']);
});

test('a pause runs between the writes before it and the writes after it', async () => {
  const { queue, add, names } = open(null);
  const before = Array.from({ length: 40 }, (_, index) => `before ${index}`);
  const all = before.map((name) => queue.write(add(name)));
  let end = () => {};
  let received: unknown[] = [];
  const paused = queue.pause(() => {
    received = names();
    return new Promise<void>((resolve) => (end = resolve));
  });
  all.push(queue.write(add('after')));
  await Promise.all(all.slice(0, before.length));
  while (received.length === 0) await passes();
  await passes();
  expect(received).toEqual(before);
  expect(await queue.read(names)).toEqual(before);
  end();
  await Promise.all([paused, ...all]);
  expect(await queue.read(names)).toEqual([...before, 'after']);
});

test.runIf(databaseKind === 'sqlite')(
  'checkpoints the WAL of a file long before SQLite would, and loses nothing',
  { timeout: 60_000 },
  async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-checkpoints-'));
    onTestFinished(() => rmSync(dataFolder, { recursive: true }));
    const db = await openDatabase({ dataFolder, onIdleFault: () => undefined });
    await sql`create table pages (page integer primary key, content text)`.execute(db);
    const length = async () => {
      const { rows } = await sql<WalLength>`pragma wal_checkpoint(noop)`.execute(db);
      return rows[0] ?? { log: Number.NaN, checkpointed: Number.NaN };
    };
    let written = 0;
    const write = async (pages: number) => {
      written += pages;
      await sql`insert into pages (content) with recursive numbers (number) as
        (select 1 union all select number + 1 from numbers where number < ${pages})
        select ${`${written} `} || hex(zeroblob(1900)) from numbers`.execute(db);
    };
    for (let times = 0; times < 2; times += 1) {
      await write(4000);
      expect(4000 + 1000).toBeLessThan(lastResort);
      await expect
        .poll(
          async () => {
            const { log, checkpointed } = await length();
            return log >= 4000 && log === checkpointed;
          },
          { timeout: 20_000 },
        )
        .toBe(true);
      await write(1);
      expect((await length()).log, 'begun anew').toBeLessThan(100);
    }
    const { rows } = await sql<{ n: number }>`select count(*) as n from pages`.execute(db);
    expect(rows).toEqual([{ n: written }]);
    await db.destroy();
    expect(existsSync(`${sqliteFileIn(dataFolder)}-wal`), 'a connection is open').toBe(false);
  },
);

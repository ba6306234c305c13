// A backup while others write: one read from the first page to the last, broken off without a trace, and never half a folder in
// the place of a whole one.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { backUp } from '../../service/src/host/backup.ts';
import { copyDatabase } from '../../service/src/host/copying.ts';
import { temporaryFolder } from './support/cli.ts';
import { begin } from './backup-parts.ts';

const never = new AbortController().signal;

/** Some 12 MiB more in the database of a data folder; `write` adds a row, as a service at work does. */
function fill(data: string) {
  const sqlite = new BetterSqlite3(join(data, 'latchkey.sqlite'));
  sqlite.pragma('journal_mode = WAL');
  sqlite.exec('create table filling (content text)');
  const insert = sqlite.prepare('insert into filling values (?)');
  sqlite.transaction(() => {
    for (let row = 0; row < 1200; row += 1) insert.run('x'.repeat(10_000));
  })();
  return { write: () => void insert.run('later'), close: () => void sqlite.close() };
}

function rowsIn(file: string): number {
  const sqlite = new BetterSqlite3(file, { readonly: true });
  const { count } = sqlite.prepare('select count(*) as count from filling').get() as {
    count: number;
  }; // of one row
  sqlite.close();
  return count;
}

test('each step goes on from where the last one was, whatever is written in between', async () => {
  const { data } = await begin();
  const { write, close } = fill(data);
  const to = join(temporaryFolder(), 'copy.sqlite');
  const seen: number[] = [];
  await copyDatabase(join(data, 'latchkey.sqlite'), to, {
    stop: never,
    progress(done) {
      seen.push(done);
      // So that a copy which begins anew with each write ends, too, and is seen.
      if (seen.length < 100) write();
    },
  });
  close();
  expect(seen.length).toBeGreaterThan(3);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(rowsIn(to)).toBe(1200);
});

test('one that is interrupted leaves nothing, and the next one is whole', async () => {
  const { data } = await begin();
  const { close } = fill(data);
  close();
  const to = join(temporaryFolder(), 'copy');
  const stop = new AbortController();
  const interrupted = backUp(data, to, { stop: stop.signal, progress: () => stop.abort() });
  await expect(interrupted).rejects.toThrow('The backup was interrupted. It left nothing behind.');
  expect(readdirSync(dirname(to))).toEqual([]);
  expect(existsSync(join(data, 'last-backup'))).toBe(false);
  const told: string[] = [];
  const progress = (done: number, all: number, what: string) =>
    void told.push(`${done} of ${all} ${what}`);
  await backUp(data, to, { stop: never, progress });
  expect(readdirSync(dirname(to))).toEqual(['copy']);
  expect(rowsIn(join(to, 'latchkey.sqlite'))).toBe(1200);
  expect(told.at(0)).toMatch(/^0 of 1[0-9] MiB copied$/);
  expect(told.at(-1)).toMatch(/^(1[0-9]) of \1 MiB copied; verifying them$/);
});

test('what a killed one left is removed by the next, what one at work has is not', async () => {
  const { data } = await begin();
  const folder = temporaryFolder();
  const [killed, atWork, other] = [
    'copy.unfinished-999999999',
    `copy.unfinished-${process.ppid}`,
    'copy.mine',
  ];
  for (const name of [killed, atWork, other])
    mkdirSync(join(folder, name, 'half'), { recursive: true });
  await backUp(data, join(folder, 'copy'), { stop: never, progress: () => undefined });
  expect(readdirSync(folder).toSorted()).toEqual(['copy', other, atWork].toSorted());
});

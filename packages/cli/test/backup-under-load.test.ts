// Backups during writes: the copy is consistent, and an interrupted or killed backup leaves
// nothing.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { backUp } from '../../service/src/host/backup.ts';
import { copyDatabase } from '../../service/src/host/backup-steps.ts';
import { temporaryFolder } from './support/cli.ts';
import { begin } from './backup-parts.ts';

const never = new AbortController().signal;

/** Adds about 12 MiB to the database. `write` adds a row, as a running service does. */
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

test('a copy continues after each step, even if rows are written in between', async () => {
  const { data } = await begin();
  const { write, close } = fill(data);
  const to = join(temporaryFolder(), 'copy.sqlite');
  const received: number[] = [];
  await copyDatabase(join(data, 'latchkey.sqlite'), to, {
    stop: never,
    progress(done) {
      received.push(done);
      // Limited, so that the test also ends if a copy restarts after every write.
      if (received.length < 100) write();
    },
  });
  close();
  expect(received.length).toBeGreaterThan(3);
  expect(received).toEqual(received.toSorted((a, b) => a - b));
  expect(rowsIn(to)).toBe(1200);
});

test('an interrupted backup leaves no files, and the next backup is complete', async () => {
  const { data } = await begin();
  const { close } = fill(data);
  close();
  const to = join(temporaryFolder(), 'copy');
  const stop = new AbortController();
  const interrupted = backUp(data, to, { stop: stop.signal, progress: () => stop.abort() });
  await expect(interrupted).rejects.toThrow('The backup was interrupted. It left nothing behind.');
  expect(readdirSync(dirname(to))).toEqual([]);
  expect(existsSync(join(data, 'last-backup'))).toBe(false);
  const reports: string[] = [];
  const progress = (done: number, all: number, what: string) =>
    void reports.push(`${done} of ${all} ${what}`);
  await backUp(data, to, { stop: never, progress });
  expect(readdirSync(dirname(to))).toEqual(['copy']);
  expect(rowsIn(join(to, 'latchkey.sqlite'))).toBe(1200);
  expect(reports.at(0)).toMatch(/^0 of 1[0-9] MiB copied$/);
  expect(reports.at(-1)).toMatch(/^(1[0-9]) of \1 MiB copied; verifying them$/);
});

test('a backup removes the files of a killed backup, but not those of a running one', async () => {
  const { data } = await begin();
  const folder = temporaryFolder();
  const running = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)']);
  onTestFinished(() => void running.kill('SIGKILL'));
  const [killed, atWork, other] = [
    'copy.unfinished-999999999',
    `copy.unfinished-${running.pid}`,
    'copy.mine',
  ];
  for (const name of [killed, atWork, other])
    mkdirSync(join(folder, name, 'half'), { recursive: true });
  await backUp(data, join(folder, 'copy'), { stop: never, progress: () => undefined });
  expect(readdirSync(folder).toSorted()).toEqual(['copy', other, atWork].toSorted());
});

// The lock between programs that replace the same file.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { constants, existsSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { realDisk, type Disk } from '../../src/main/adapters/delivery/disk.ts';
import { createFileLock, thisProcess, withFileLock } from '../../src/main/adapters/file-lock.ts';
import { startOf, unknownStart } from '../../src/main/adapters/process-start.ts';

let folder: string;
let lock: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latchkey-lock-'));
  lock = path.join(folder, 'in', 'some.lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const lockOf = (processId: number) => `${processId} ${startOf(processId)}\n`;

test('callers run one at a time in a new folder, and leave no lock file', async () => {
  const order: number[] = [];
  let inside = 0;
  await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      withFileLock(lock, async (stillOurs) => {
        inside += 1;
        expect(inside).toBe(1);
        stillOurs();
        await readdir(folder);
        order.push(at);
        inside -= 1;
      }),
    ),
  );
  expect([...order].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(await readdir(path.dirname(lock))).toEqual([]);
});

test('the lock is released if the work fails', async () => {
  await expect(withFileLock(lock, () => Promise.reject(new Error('no room')))).rejects.toThrow(
    'no room',
  );
  expect(await withFileLock(lock, () => Promise.resolve('done'))).toBe('done');
});

test.each([
  ['past', -60_000],
  ['future', 60_000],
])('a stale lock with a time in the %s is taken over', async (_when, awayMs) => {
  await mkdir(path.dirname(lock));
  await writeFile(lock, 'of a program that ended');
  const then = new Date(Date.now() + awayMs);
  await utimes(lock, then, then);
  expect(await withFileLock(lock, () => Promise.resolve('done'))).toBe('done');
  expect(await readdir(path.dirname(lock))).toEqual([]);
});

test('the lock of an ended process is taken over immediately', { tags: 'ids' }, async () => {
  await mkdir(path.dirname(lock));
  const ended = spawnSync(process.execPath, ['-e', '']).pid;
  await writeFile(lock, `${ended} start\n`);
  expect(await withFileLock(lock, () => Promise.resolve('done'))).toBe('done');
});

test(
  'a lock that another process takes between check and removal is not removed',
  { tags: 'ids' },
  async () => {
    await mkdir(path.dirname(lock));
    const ended = spawnSync(process.execPath, ['-e', '']).pid;
    await writeFile(lock, `${ended} start\n`);
    let isReplaced = false;
    const disk: Disk = {
      ...realDisk,
      renameSync(from, to) {
        // The other process replaces the stale lock just before this one renames it.
        if (!isReplaced) writeFileSync(lock, lockOf(process.ppid));
        isReplaced = true;
        realDisk.renameSync(from, to);
      },
    };
    const parts = { ...thisProcess, disk, waitedForId: () => true, expiresAfterMs: null };
    expect(createFileLock(parts, lock).take()).toBe(false);
    expect(isReplaced).toBe(true);
    expect(await readFile(lock, 'utf8')).toBe(lockOf(process.ppid));
    expect(await readdir(path.dirname(lock))).toEqual(['some.lock']);
  },
);

test('the lock of a live process is awaited and not removed', { tags: 'ids' }, async () => {
  await mkdir(path.dirname(lock));
  await writeFile(lock, lockOf(process.ppid));
  await expect(withFileLock(lock, () => Promise.resolve())).rejects.toThrow('holds the lock');
  expect(await readFile(lock, 'utf8')).toBe(lockOf(process.ppid));
});

test.each([
  ['lives', startOf(process.ppid), false],
  ['does not tell its start', unknownStart, false],
  ['has ended', null, true],
  ['has ended, and another process has its id', 'another', true],
])(
  'an old lock without an age limit is judged only by its process, which %s',
  { tags: 'ids' },
  async (_how, start, taken) => {
    await mkdir(path.dirname(lock));
    await writeFile(lock, lockOf(process.ppid));
    await utimes(lock, 1000, 1000);
    const asleep = createFileLock(
      {
        disk: realDisk,
        processId: process.pid,
        startOf: () => start,
        waitedForId: () => true,
        expiresAfterMs: null,
      },
      lock,
    );
    expect(asleep.owner()).toBe(process.ppid);
    expect(asleep.take()).toBe(taken);
  },
);

test(
  'a process that lost its lock detects this before it writes, and keeps the new lock',
  { tags: 'ids' },
  async () => {
    const working = withFileLock(lock, async (stillOurs) => {
      await writeFile(lock, 'of another');
      stillOurs();
    });
    await expect(working).rejects.toThrow('taken the lock over');
    expect(await readFile(lock, 'utf8')).toBe('of another');
  },
);

describe.runIf(process.platform === 'win32')('a lock that is an open file', () => {
  const parts = { ...thisProcess, disk: realDisk, waitedForId: () => true, expiresAfterMs: null };

  test('is free if its file has the id of a process that lives', async () => {
    await mkdir(path.dirname(lock));
    const { pid } = runUntilKilled('');
    await writeFile(lock, `${pid}\n`);
    const own = createFileLock(parts, lock);
    expect(own.take()).toBe(true);
    own.release();
  });

  test('is held until its process ends', async () => {
    await mkdir(path.dirname(lock));
    const ready = path.join(folder, 'ready');
    const open = `fs.openSync(${JSON.stringify(lock)}, ${constants.O_RDWR | constants.O_CREAT | 0x1000_0000})`;
    const owner = runUntilKilled(`${open}; fs.writeFileSync(${JSON.stringify(ready)}, '')`);
    await expect.poll(() => existsSync(ready)).toBe(true);
    const other = createFileLock(parts, lock);
    expect(other.take()).toBe(false);
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    expect(other.take()).toBe(true);
    expect(createFileLock(parts, lock).take()).toBe(false);
    other.release();
    expect(await readdir(path.dirname(lock))).toEqual([]);
  });
});

function runUntilKilled(code: string) {
  const child = spawn(process.execPath, ['-e', `${code}; setInterval(() => {}, 1e6)`], {
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('an unwritable folder fails immediately', async () => {
  await writeFile(path.join(folder, 'in'), 'no folder');
  await expect(withFileLock(lock, () => Promise.resolve())).rejects.toThrow();
});

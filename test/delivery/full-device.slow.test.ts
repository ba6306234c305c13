// A device that is really full: a small file system in memory, which the test mounts on Linux as
// root. disk-faults.test.ts fakes the faults of a disk and runs everywhere.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi, type TestContext } from 'vitest';
import { realDisk, type Disk } from '../../src/main/adapters/delivery/disk.ts';
import { noise } from '../support/noise.ts';
import { openBench } from './disk-bench.ts';
import { testFolder } from './delivery-parts.ts';
import { makeRelease, testKey } from './handmade-release.ts';

vi.setConfig({ testTimeout: 60_000 });

const key = testKey();
const part = (seed: number) =>
  noise(900_000, seed)
    .toString('latin1')
    .replaceAll(/[^ -~]/g, '.');
const one = makeRelease(key, 1, { 'run.sh': 'one', 'data/a': part(1) });
const two = makeRelease(key, 2, { 'run.sh': 'two', 'data/a': part(2), 'data/b': part(3) });

/** Enough for the first release, but not for the second one beside it. */
const megabytes = 3;

function device(context: TestContext): string {
  const place = testFolder();
  const mount = (...words: readonly string[]) =>
    execFileSync('mount', [...words, place], { stdio: 'pipe' });
  try {
    if (process.platform !== 'linux') throw new Error('no tmpfs');
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'latchkey-test');
  } catch (error) {
    const [why = ''] = String(error).split('\n');
    context.skip(`no small file system can be mounted here: ${why}`);
  }
  // Runs before the folder is removed.
  onTestFinished(() => void execFileSync('umount', [place]));
  return place;
}

/** Leaves no free block, so that not even a file of one byte fits. */
function fill(place: string): void {
  const { bavail, bsize } = statfsSync(place);
  if (bavail > 0) writeFileSync(path.join(place, 'own/rest'), Buffer.alloc(bavail * bsize));
}

const grow = (place: string): void =>
  void execFileSync('mount', ['-o', 'remount,size=20m', 'latchkey-test', place]);

test('free space is checked before a write, and needed and free bytes are reported', async (context) => {
  const place = device(context);
  const { folder, install, work } = openBench(key, path.join(place, 'program'));
  expect(await install(one)).toMatchObject({ ok: true });
  const { bavail, bsize } = statfsSync(place);
  const [a, b] = [part(2).length, part(3).length];
  const answer = await install(two);
  if (answer.ok || answer.problem.kind !== 'no-space') throw new Error(JSON.stringify(answer));
  const { neededBytes, freeBytes } = answer.problem;
  expect(neededBytes).toBe(Math.ceil((3 + a + b + Math.max(a, b)) * 1.1));
  // The manifest and the note are written before the check.
  expect(freeBytes).toBeLessThanOrEqual(bavail * bsize);
  expect(freeBytes).toBeGreaterThan(bavail * bsize - 64 * 1024);
  expect(existsSync(path.join(folder, 'next/data'))).toBe(false);
  expect(await work.installed(folder)).toMatchObject({ value: { sequence: 1 } });
  grow(place);
  expect(await install(two)).toMatchObject({ ok: true, value: { sequence: 2 } });
});

test('a full disk is reported even if the free space is unknown, and the installed files stay', async (context) => {
  const place = device(context);
  const disk: Disk = {
    ...realDisk,
    statfsSync: () => {
      throw new Error('ENOSYS');
    },
  };
  const { folder, install, work, taken } = openBench(key, path.join(place, 'program'), disk);
  mkdirSync(path.join(place, 'own'));
  writeFileSync(path.join(place, 'own/letter'), 'somebody else wrote this');
  expect(await install(one)).toMatchObject({ ok: true });
  const filler = path.join(place, 'own/filler');
  writeFileSync(filler, Buffer.alloc(700_000));
  expect(await install(two)).toMatchObject({
    ok: false,
    problem: { kind: 'no-space', freeBytes: 0 },
  });
  const before = taken();
  expect(existsSync(path.join(folder, 'lock'))).toBe(false);
  // The old program is still ready, and other files on the device are unchanged.
  expect(await work.ready(folder, 1000)).toMatchObject({ value: { ready: { ok: true } } });
  expect(readFileSync(path.join(place, 'own/letter'), 'utf8')).toBe('somebody else wrote this');
  // A changed file must be read again, and a full disk cannot store the result. The full disk is
  // reported, not damage.
  fill(place);
  utimesSync(path.join(folder, 'current/data/a'), 1, 1);
  const full = { kind: 'no-space', neededBytes: 4 * 1024 * 1024, freeBytes: 0 } as const;
  expect(await work.ready(folder, 1000)).toEqual({ ok: false, problem: full });
  expect(await work.verify(folder, 1000)).toEqual({ ok: false, problem: full });
  expect(existsSync(path.join(folder, 'lock'))).toBe(false);
  rmSync(filler);
  grow(place);
  expect(await work.verify(folder, 1000)).toEqual({ ok: true, value: true });
  expect(await install(two)).toMatchObject({ ok: true, value: { sequence: 2 } });
  // Chunks that were written before the disk was full are not fetched again.
  expect(taken() - before).toBeLessThan(two.chunks.size);
  // The device really regains the bytes that are reported as freed.
  const free = () => statfsSync(place).bavail * statfsSync(place).bsize;
  const freeBefore = free();
  const removed = await work.uninstall(folder);
  if (!removed.ok) throw new Error(JSON.stringify(removed));
  expect(removed.value.freedBytes).toBeGreaterThan(part(2).length);
  expect(free() - freeBefore).toBeGreaterThanOrEqual(removed.value.freedBytes);
});

// The worker on a disk that refuses calls, fills up or locks files. The files are real, and a fake
// disk in front of them adds the faults.
import * as fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { realDisk, type Disk } from '../../src/main/adapters/delivery/disk.ts';
import { noise } from '../support/noise.ts';
import { openBench } from './disk-bench.ts';
import { makeRelease, testKey } from './handmade-release.ts';

const key = testKey();
const one = makeRelease(key, 1, { 'run.sh': 'one', 'data/a': 'a' });
const two = makeRelease(key, 2, { 'run.sh': 'two', 'data/a': 'a' });

const bench = () => openBench(key);

function failing(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Returns a disk whose calls `names` fail with `code` for the paths that `when` selects. */
function refusing(
  code: string,
  names: readonly (keyof Disk)[],
  when: (place: string) => boolean = () => true,
): Disk {
  const refuse = Object.fromEntries(
    names.map((name) => [
      name,
      (...args: unknown[]) => {
        if (when(String(args[0]))) throw failing(code);
        return (realDisk[name] as (...given: unknown[]) => unknown)(...args); // from node:fs
      },
    ]),
  );
  return { ...realDisk, ...refuse };
}

test.each(['EROFS', 'EACCES', 'EPERM'])(
  'a folder that fails with %s is reported as read-only',
  async (code) => {
    const { folder, now, install } = bench();
    fs.mkdirSync(folder);
    now.disk = refusing(code, ['openSync'], (place) => place.endsWith('lock'));
    expect(await install(one)).toEqual({ ok: false, problem: { kind: 'read-only', folder } });
    now.disk = realDisk;
    expect(await install(one)).toMatchObject({ ok: true });
  },
);

test('free space is checked before a write, and reported in bytes', async () => {
  const { now, install } = bench();
  const free = (bavail: number): Disk => ({
    ...realDisk,
    // Only the two fields that the worker reads.
    statfsSync: (() => ({ bavail, bsize: 1 })) as unknown as typeof fs.statfsSync,
  });
  // Needed: the 4 missing bytes, 3 for the largest file, and a tenth more.
  now.disk = free(7);
  expect(await install(one)).toEqual({
    ok: false,
    problem: { kind: 'no-space', neededBytes: 8, freeBytes: 7 },
  });
  now.disk = free(8);
  expect(await install(one)).toMatchObject({ ok: true });
});

test('a disk that fills up during a write is reported, and written chunks stay', async () => {
  const { now, install } = bench();
  let writes = 0;
  now.disk = {
    ...realDisk,
    writeSync: ((handle: number, bytes: Uint8Array, ...more: number[]) => {
      if (bytes.length === 1 && bytes[0] === 97 && (writes += 1) > 0) throw failing('ENOSPC');
      return fs.writeSync(handle, bytes, ...more);
    }) as typeof fs.writeSync, // the only overload in use
  };
  expect(await install(one)).toMatchObject({
    ok: false,
    problem: { kind: 'no-space', neededBytes: Math.ceil((1 + 3) * 1.1) },
  });
  expect(writes).toBe(1);
  now.disk = realDisk;
  expect(await install(one)).toMatchObject({ ok: true, value: { sequence: 1 } });
});

test('a disk that is removed during a write is reported', { tags: 'removable' }, async () => {
  const { folder, now, install } = bench();
  now.disk = {
    ...realDisk,
    writeSync: () => {
      fs.rmSync(folder, { recursive: true, force: true });
      throw failing('EIO');
    }, // never returns
  };
  expect(await install(one)).toEqual({ ok: false, problem: { kind: 'folder-gone', folder } });
});

test(
  'a file in use is retried for a minute, then reported; the swap continues at the next start',
  { tags: 'many-calls' },
  async () => {
    const { folder, now, pauses, work, install } = bench();
    now.system = 'win32';
    expect(await install(one)).toMatchObject({ ok: true });
    const held = path.join(folder, 'current/run.sh');
    const isHeld = (place: string) => place.startsWith(path.join(folder, 'current'));
    // The errors of Windows for a folder from which a program runs.
    now.disk = {
      ...refusing('EPERM', ['renameSync'], isHeld),
      openSync: (place, flags, ...more) => {
        if (flags === 'r+' && place === held) throw failing('EBUSY');
        return fs.openSync(place, flags, ...more);
      },
    };
    const inUse = { kind: 'in-use', file: held } as const;
    expect(await install(two)).toEqual({ ok: false, problem: { ...inUse, program: null } });
    expect(pauses.slice(0, 5)).toEqual([10, 20, 40, 80, 100]);
    const waited = pauses.reduce((sum, ms) => sum + ms, 0);
    expect(waited).toBeGreaterThanOrEqual(60_000);
    expect(waited).toBeLessThanOrEqual(60_100);
    expect(fs.readFileSync(held, 'utf8')).toBe('one');
    // If the system reports the program, the problem names it.
    now.holder = 'paint';
    expect(await install(two)).toEqual({ ok: false, problem: { ...inUse, program: 'paint' } });
    // The program closes the file.
    now.disk = realDisk;
    expect(await work.installed(folder)).toMatchObject({ ok: true, value: { sequence: 2 } });
    expect(fs.readFileSync(held, 'utf8')).toBe('two');
  },
);

test('a file in use for less than a minute causes no failure', async () => {
  const { folder, now, pauses, install } = bench();
  expect(await install(one)).toMatchObject({ ok: true });
  now.disk = refusing('EBUSY', ['renameSync'], (place) => {
    return place === path.join(folder, 'current') && pauses.length < 3;
  });
  expect(await install(two)).toMatchObject({ ok: true, value: { sequence: 2 } });
  expect(pauses).toEqual([10, 20, 40]);
});

test('a record in use is retried for ten seconds, then named; the installed release stays usable', async () => {
  const { folder, now, pauses, work, install, waits } = bench();
  now.system = 'win32';
  expect(await install(one)).toMatchObject({ ok: true });
  const isRecord = (place: string) => path.basename(place) === 'program.json.new';
  now.disk = refusing('EPERM', ['renameSync'], isRecord);
  const refused = await install(two);
  expect(refused).toMatchObject({ ok: false, problem: { kind: 'in-use' } });
  expect(refused.ok || JSON.stringify(refused.problem)).toMatch(/program\.json"/);
  const waited = pauses.reduce((sum, ms) => sum + ms, 0);
  expect(waited).toBeGreaterThanOrEqual(10_000);
  expect(waited).toBeLessThanOrEqual(10_100);
  // Reported to the window after a second: ten seconds of pauses of 100 ms, less the first one.
  expect(waits()).toBe(90);
  now.disk = realDisk;
  expect(await work.installed(folder)).toMatchObject({ ok: true });
  expect(await install(two)).toMatchObject({ ok: true, value: { sequence: 2 } });
});

test.each([
  ['EACCES', 'renameSync', 'program.json.new'],
  ['EBUSY', 'openSync', 'program.json'],
  ['EBUSY', 'rmSync', 'journal.json'],
] as const)(
  'a record in use for a moment causes no failure: %s of %s for %s',
  async (code, call, name) => {
    const { now, pauses, install, waits } = bench();
    now.system = 'win32';
    expect(await install(one)).toMatchObject({ ok: true });
    now.disk = refusing(code, [call], (place) => {
      return path.basename(place) === name && pauses.length < 3;
    });
    expect(await install(two)).toMatchObject({ ok: true, value: { sequence: 2 } });
    expect(pauses).toEqual([10, 20, 40]);
    expect(waits()).toBe(0);
  },
);

test('a record that cannot be read is named, and not taken for a missing one', async () => {
  const { now, work, folder, install } = bench();
  expect(await install(one)).toMatchObject({ ok: true });
  now.disk = refusing('EBUSY', ['openSync'], (place) => path.basename(place) === 'program.json');
  for (const outcome of [await work.installed(folder), await work.ready(folder, 1000)])
    expect(outcome).toMatchObject({
      ok: false,
      problem: { kind: 'in-use', file: expect.stringContaining('program.json') as string }, // a matcher for strings
    });
});

test('a held file that no call waits for is named', async () => {
  const { now, folder, install } = bench();
  now.disk = refusing('EBUSY', ['mkdirSync'], (place) => place === path.join(folder, 'next'));
  expect(await install(one)).toMatchObject({ ok: false, problem: { kind: 'in-use' } });
});

test(
  'a refusal by the file system is not retried on systems other than Windows',
  { tags: 'linux' },
  async () => {
    const { folder, now, pauses, install } = bench();
    expect(await install(one)).toMatchObject({ ok: true });
    now.disk = refusing('EPERM', ['renameSync'], (place) => place === path.join(folder, 'current'));
    expect(await install(two)).toEqual({ ok: false, problem: { kind: 'read-only', folder } });
    expect(pauses).toEqual([]);
  },
);

test('the worker transfers the entire buffer of a chunk back', async () => {
  const { folder, work } = openBench(key);
  const [plain, packed] = [noise(300_000, 7).toString('base64'), 'again and again '.repeat(40_000)];
  const release = makeRelease(key, 3, { 'run.sh': 'three', plain, packed });
  const begun = await work.begin(folder, release.offer);
  expect(begun.ok).toBe(true);
  await work.admit({ manifest: release.bytes, signature: release.signature });
  const assembled = await work.assemble();
  if (!assembled.ok) throw new Error(JSON.stringify(assembled));
  for (const { index, storedSha256 } of assembled.value.missing) {
    const stored = new Uint8Array(release.chunks.get(storedSha256) ?? []);
    const { buffer, length } = stored;
    const answer = await work.take(index, stored);
    if (!answer.ok) throw new Error(JSON.stringify(answer));
    expect(answer.value.isGenuine).toBe(true);
    // Compares identity, because a copy would be equal too.
    expect(answer.value.space === buffer && buffer.byteLength === length).toBe(true);
  }
  expect(await work.verifyNext()).toMatchObject({ value: { file: null } });
  expect(await work.place(1000)).toMatchObject({ ok: true });
  await work.end();
  expect(fs.readFileSync(path.join(folder, 'current/plain'), 'utf8')).toBe(plain);
  expect(fs.readFileSync(path.join(folder, 'current/packed'), 'utf8')).toBe(packed);
});

test.each(['EACCES', 'EPERM', 'EROFS'])(
  'a folder that cannot be created because of %s is read-only, not gone',
  async (code) => {
    const { folder, now, work } = openBench(key);
    now.disk = refusing(code, ['mkdirSync']);
    const readOnly = { kind: 'read-only', folder: path.dirname(folder) };
    expect(await work.begin(folder, one.offer)).toEqual({ ok: false, problem: readOnly });
    now.disk = realDisk;
    expect(await work.begin(folder, one.offer)).toMatchObject({ ok: true });
    await work.end();
  },
);

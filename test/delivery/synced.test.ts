// What a power cut would find: every file and folder of a program is brought to the disk before it takes the old one's place.
import * as fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { realDisk, type Disk } from '../../src/main/adapters/delivery/disk.ts';
import { openBench } from './disk-bench.ts';
import { makeRelease, testKey } from './made-release.ts';

const key = testKey();
const names = Array.from({ length: 20 }, (_, at) => `data/${at % 3}/file-${at}`);
const filesOf = (version: string) => ({
  'run.sh': version,
  ...Object.fromEntries(names.map((name) => [name, `${version} ${name}`])),
});
const one = makeRelease(key, 1, filesOf('one'));
const two = makeRelease(key, 2, filesOf('two'));

type Synced = (error: NodeJS.ErrnoException | null) => void;

/** Notes what is on the disk when `next` takes its place. `failing`: the disk cannot bring this file to itself. */
function watched(failing: string | null = null) {
  const opened = new Map<number, string>();
  const synced = new Set<string>();
  const seen: { whenPlaced: readonly string[] | null } = { whenPlaced: null };
  const disk: Disk = {
    ...realDisk,
    openSync: (place, ...more) => {
      const handle = fs.openSync(place, ...more);
      opened.set(handle, String(place));
      return handle;
    },
    fsync: ((handle: number, done: Synced) => {
      const place = opened.get(handle) ?? '';
      if (failing !== null && place.endsWith(failing))
        done(Object.assign(new Error('EIO'), { code: 'EIO' }));
      else
        fs.fsync(handle, (error) => {
          if (error === null) synced.add(place);
          done(error);
        });
    }) as typeof fs.fsync,
    fsyncSync: (handle) => {
      fs.fsyncSync(handle);
      synced.add(opened.get(handle) ?? '');
    },
    renameSync: (from, to) => {
      if (path.basename(String(from)) === 'next') seen.whenPlaced = [...synced];
      fs.renameSync(from, to);
    },
  };
  return { disk, seen };
}

test('every file and folder is on the disk before the program takes its place', async () => {
  const { folder, now, install } = openBench(key);
  const { disk, seen } = watched();
  now.disk = disk;
  expect(await install(one)).toMatchObject({ ok: true });
  const next = path.join(folder, 'next');
  const wanted = ['run.sh', ...names, 'data/0', 'data/1', 'data/2'];
  expect(seen.whenPlaced).toEqual(
    expect.arrayContaining(wanted.map((name) => path.join(next, name))),
  );
});

test('where the disk cannot take one of them, the old program stays', async () => {
  const { folder, now, install } = openBench(key);
  expect(await install(one)).toMatchObject({ ok: true });
  const { disk, seen } = watched('file-9');
  now.disk = disk;
  expect(await install(two)).toMatchObject({ ok: false, problem: { kind: 'folder-gone' } });
  expect(seen.whenPlaced).toBe(null);
  expect(fs.readFileSync(path.join(folder, 'current/run.sh'), 'utf8')).toBe('one');
  now.disk = realDisk;
  expect(await install(two)).toMatchObject({ ok: true });
});

// Protection from power cuts: every file and folder of a program is synced to the disk before it
// replaces the old one.
import * as fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { realDisk, type Disk } from '../../src/main/adapters/delivery/disk.ts';
import { openBench } from './disk-bench.ts';
import { makeRelease, testKey } from './handmade-release.ts';

const key = testKey();
const names = Array.from({ length: 20 }, (_, at) => `data/${at % 3}/file-${at}`);
const filesOf = (version: string) => ({
  'run.sh': version,
  ...Object.fromEntries(names.map((name) => [name, `${version} ${name}`])),
});
const one = makeRelease(key, 1, filesOf('one'));
const two = makeRelease(key, 2, filesOf('two'));

type Synced = (error: NodeJS.ErrnoException | null) => void;

/** Records what is synced when `next` is renamed. Syncing the file `failing` fails. */
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

test('every file and folder is synced before the new program replaces the old one', async () => {
  const { folder, now, install } = openBench(key);
  const { disk, seen } = watched();
  now.disk = disk;
  expect(await install(one)).toMatchObject({ ok: true });
  const next = path.join(folder, 'next');
  // NTFS records names in its journal, and Windows refuses to sync a folder.
  const folders = process.platform === 'win32' ? [] : ['data/0', 'data/1', 'data/2'];
  const wanted = ['run.sh', ...names, ...folders];
  expect(seen.whenPlaced).toEqual(
    expect.arrayContaining(wanted.map((name) => path.join(next, name))),
  );
});

test('the old program stays if a sync fails', async () => {
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

test('a file removed between verification and sync is downloaded again', async () => {
  const { folder, now, work } = openBench(key);
  const last = 'data/1/file-19';
  const victim = path.join(folder, 'next', last);
  const { begin, admit, assemble, take, verifyNext, place, end } = work;
  expect(await begin(folder, one.offer)).toMatchObject({ ok: true });
  await admit({ manifest: one.bytes, signature: one.signature });
  const fetch = async (missing: readonly { index: number; storedSha256: string }[]) => {
    for (const { index, storedSha256 } of missing)
      await take(index, new Uint8Array(one.chunks.get(storedSha256) ?? []));
  };
  const assembled = await assemble();
  await fetch(assembled.ok ? assembled.value.missing : []);
  // The last file to be synced: all files were verified before it is opened and removed.
  now.disk = {
    ...realDisk,
    openSync: (at, flags, mode) => {
      if (at === victim && flags === 'r+') fs.rmSync(victim);
      return fs.openSync(at, flags, mode);
    },
  };
  const looked = await verifyNext();
  expect(looked).toMatchObject({ ok: true, value: { file: last } });
  const missing = looked.ok ? looked.value.missing : [];
  expect(missing).toHaveLength(1);
  now.disk = realDisk;
  await fetch(missing);
  expect(await verifyNext()).toEqual({ ok: true, value: { missing: [], file: null } });
  expect(await place(1000)).toMatchObject({ ok: true });
  await end();
  expect(fs.readFileSync(path.join(folder, 'current', last), 'utf8')).toBe(`one ${last}`);
});

test('a program with a file removed during a move stays, and the file is reported', async () => {
  const { folder, now, install, work } = openBench(key);
  expect(await install(one)).toMatchObject({ ok: true });
  const to = `${folder}-elsewhere`;
  const victim = path.join(to, 'next/run.sh');
  now.disk = {
    ...realDisk,
    openSync: (at, flags, mode) => {
      if (at === victim && flags === 'r+') fs.rmSync(victim);
      return fs.openSync(at, flags, mode);
    },
  };
  expect(await work.copyTo(folder, to)).toEqual({
    ok: false,
    problem: { kind: 'removed', file: 'run.sh' },
  });
  now.disk = realDisk;
  expect(await work.installed(to)).toEqual({ ok: true, value: null });
  expect(fs.readFileSync(path.join(folder, 'current/run.sh'), 'utf8')).toBe('one');
  expect(await work.copyTo(folder, to)).toMatchObject({ ok: true });
});

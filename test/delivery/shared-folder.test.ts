// A folder above the program's that other users can replace: the user may accept it, and then every
// byte is hashed before each launch.
import * as fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

import { realDisk, type Disk } from '../../src/main/adapters/delivery/disk.ts';
import { openBench } from './disk-bench.ts';
import { testFolder } from './delivery-parts.ts';
import { makeRelease, testKey } from './handmade-release.ts';

const key = testKey();
const one = makeRelease(key, 1, { 'run.sh': 'one', 'data/a': 'a' });
const shared = { folder: 'D:\\Games', cause: 'writable', canAccept: true } as const;
const refused = (canAccept: boolean) => ({
  ok: false,
  problem: { kind: 'folder-unsafe', ...shared, canAccept },
});

test('installs nothing in a shared folder before the user accepts it', async () => {
  const { folder, now, work, install } = openBench(key);
  now.openFolder = shared;
  expect(await install(one)).toEqual(refused(true));
  expect(fs.existsSync(folder)).toBe(false);
  expect(await work.accept(folder)).toMatchObject({ ok: true });
  expect(await install(one)).toMatchObject({ ok: true });
  expect(await work.ready(folder, 0)).toMatchObject({ value: { ready: { ok: true } } });
  now.openFolder = { ...shared, canAccept: false };
  expect(await work.ready(folder, 0)).toEqual(refused(false));
});

test('asks again in another folder, and after the program has left', async () => {
  const { folder, now, work, install } = openBench(key);
  expect(await install(one)).toMatchObject({ ok: true });
  const [to, back] = [path.join(testFolder(), 'a'), path.join(testFolder(), 'b')];
  now.openFolder = shared;
  await work.accept(folder);
  await work.accept(to);
  expect(await work.copyTo(folder, to)).toMatchObject({ ok: true });
  expect(await work.removeMoved(folder, to)).toMatchObject({ ok: true });
  expect(await work.copyTo(to, back)).toEqual(refused(true));
  expect(await work.ready(folder, 0)).toEqual(refused(true));
});

test('accepting a folder is no proof that its files are ours', async () => {
  const { folder, now, work, install } = openBench(key);
  expect(await install(one)).toMatchObject({ ok: true });
  const to = path.join(testFolder(), 'other');
  fs.mkdirSync(path.join(to, 'current'), { recursive: true });
  fs.writeFileSync(path.join(to, 'current', 'mine'), 'mine');
  now.openFolder = shared;
  await work.accept(folder);
  await work.accept(to);
  expect(await work.copyTo(folder, to)).toMatchObject({ problem: { kind: 'not-empty' } });
});

test('hashes every byte before each launch, whatever the stamps say', async () => {
  const { folder, now, work, install } = openBench(key);
  expect(await install(one)).toMatchObject({ ok: true });
  const file = path.join(folder, 'current', 'data', 'a');
  const before = fs.lstatSync(file);
  fs.writeFileSync(file, 'b');
  // Another user who replaces the folder can forge every stamp.
  now.disk = withStampOf(file, before);
  expect(await work.ready(folder, 0)).toMatchObject({ value: { ready: { ok: true } } });
  now.openFolder = shared;
  await work.accept(folder);
  expect(await work.ready(folder, 0)).toMatchObject({
    value: { ready: { ok: false, reason: 'damaged' } },
  });
});

function withStampOf(file: string, stats: fs.Stats): Disk {
  const lstat = (place: string): fs.Stats => (place === file ? stats : fs.lstatSync(place));
  return { ...realDisk, lstatSync: lstat as unknown as Disk['lstatSync'] }; // the used part of it
}

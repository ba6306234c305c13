// The program's folder: uninstalling, moving, foreign folders, concurrent loaders, and links in it.
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { startOf } from '../../src/main/adapters/process-start.ts';
import { deliveryWorker, testFolder, treeOf } from './delivery-parts.ts';
import { plainRun } from './plain-store.ts';
import { files, one, two, bench, install, sum } from './state-parts.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeAll(deliveryWorker);

test(
  'uninstalling frees the reported bytes and leaves foreign files',
  { tags: 'links' },
  async () => {
    const opened = await bench();
    const { store, server, at, place } = opened;
    await install(opened);
    server.serve = two;
    await install(opened, two);
    expect(await store.ready()).toMatchObject({ ok: true });
    writeFileSync(path.join(`${place.folder}-data`, 'save'), 'a score');
    const outside = path.join(testFolder(), 'mine');
    writeFileSync(outside, 'mine');
    // Counted independently of the store, before and after.
    const bytes = () => sum(Object.values(treeOf(place.folder)).map(({ length }) => length));
    const trees = ['current', 'previous'].map((name) =>
      sum(Object.values(treeOf(at(name))).map(({ length }) => length)),
    );
    const before = bytes();
    const freedBytes = sum(trees);
    // The window shows this size before the question.
    expect(await store.installed()).toMatchObject({ sizeBytes: freedBytes });
    expect(await store.ready()).toMatchObject({ program: { sizeBytes: freedBytes } });
    symlinkSync(outside, at('current/link'));
    expect(await store.uninstall()).toEqual({
      ok: true,
      freedBytes,
      remaining: {
        count: 1,
        names: ['current/link'],
        folder: place.folder,
        file: at('current/link'),
      },
    });
    expect(readdirSync(place.folder)).toEqual(['current']);
    expect(readdirSync(at('current'))).toEqual(['link']);
    rmSync(at('current/link'));
    expect(before - bytes()).toBeGreaterThanOrEqual(freedBytes);
    expect(readFileSync(outside, 'utf8')).toBe('mine');
    expect(readFileSync(path.join(`${place.folder}-data`, 'save'), 'utf8')).toBe('a score');
    expect(await store.installed()).toBeNull();
    expect(await store.ready()).toEqual({ ok: false, reason: 'none' });
    // Without a program nothing is freed, and the program can be installed again.
    expect(await store.uninstall()).toEqual({ ok: true, freedBytes: 0 });
    await install(opened, two);
  },
);

test('moving copies the program and leaves no file in the old folder', async () => {
  const opened = await bench();
  const { store, place, current } = opened;
  await install(opened);
  const from = place.folder;
  const to = path.join(testFolder(), 'other');
  expect(await store.moveTo(to, plainRun(one.offer))).toMatchObject({
    ok: true,
    program: { sequence: 1 },
  });
  expect(store.folder()).toBe(to);
  expect(current()).toEqual(files);
  expect(readdirSync(from)).toEqual([]);
  expect(await store.ready()).toMatchObject({ ok: true, file: path.join(to, 'current/run.sh') });
  // Updates use the new folder.
  opened.server.serve = two;
  await install(opened, two);
  expect(current()['data/b']).toBe('new');
});

test('moving to a foreign or nested folder is refused', async () => {
  const opened = await bench();
  const { store, place } = opened;
  await install(opened);
  const own = testFolder();
  writeFileSync(path.join(own, 'letter'), 'dear');
  for (const to of [own, path.join(place.folder, 'deeper')])
    expect(await store.moveTo(to, plainRun(one.offer))).toEqual({
      ok: false,
      problem: { kind: 'not-empty', folder: to },
    });
  expect(readdirSync(own)).toEqual(['letter']);
  expect(store.folder()).toBe(place.folder);
  expect(await store.ready()).toMatchObject({ ok: true });
  const nowhere = path.join(own, 'a/b');
  expect(await store.moveTo(nowhere, plainRun(one.offer))).toEqual({
    ok: false,
    problem: { kind: 'folder-gone', folder: nowhere },
  });
});

test(
  'two loaders do not work in one folder concurrently, and a stale lock blocks no loader',
  { tags: 'ids' },
  async () => {
    const opened = await bench();
    const { store, at, place } = opened;
    mkdirSync(place.folder);
    // The lock of a live process: the parent of this test's process.
    writeFileSync(at('lock'), `${process.ppid} ${startOf(process.ppid)}\n`);
    expect(await store.install(one.offer, plainRun(one.offer))).toEqual({
      ok: false,
      problem: { kind: 'other-loader', processId: process.ppid },
    });
    expect(await store.uninstall()).toMatchObject({ problem: { kind: 'other-loader' } });
    // A line without its end was cut off by a kill: it may be the start of a longer one.
    for (const stale of [
      '4194305 start\n',
      'no number\n',
      '',
      `${process.ppid} ${startOf(process.ppid)}`,
      `${process.ppid} reused\n`,
      `${process.pid} ${startOf(process.pid)}\n`,
    ]) {
      writeFileSync(at('lock'), stale);
      await install(opened);
      expect(existsSync(at('lock'))).toBe(false);
    }
  },
);

test(
  'links in the folder for new files are removed, and their targets stay',
  { tags: 'links' },
  async () => {
    const opened = await bench();
    const { store, at, place, server, current } = opened;
    const outside = testFolder();
    mkdirSync(path.join(outside, 'data'));
    writeFileSync(path.join(outside, 'data/a'), 'theirs');
    writeFileSync(path.join(outside, 'hard'), 'theirs too');
    mkdirSync(place.folder);
    // During the download, an attacker puts links where the worker will write.
    const unlessThere = (link: typeof linkSync, to: string, place: string) => {
      try {
        if (existsSync(at('next'))) link(path.join(outside, to), at(place));
      } catch (error) {
        // The worker has already created the file.
        expect(error).toMatchObject({ code: 'EEXIST' });
      }
    };
    server.misbehave = () => {
      unlessThere(symlinkSync, 'data', 'next/data');
      unlessThere(linkSync, 'hard', 'next/run.sh');
      return false;
    };
    await install(opened);
    expect(current()).toEqual(files);
    expect(readFileSync(path.join(outside, 'data/a'), 'utf8')).toBe('theirs');
    expect(readFileSync(path.join(outside, 'hard'), 'utf8')).toBe('theirs too');
    expect(readdirSync(path.join(outside, 'data'))).toEqual(['a']);
    expect(await store.ready()).toMatchObject({ ok: true });
  },
);

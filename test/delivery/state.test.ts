// What is installed: looked at, damaged, mended, moved and removed; and who else works in the folder.
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { ProgramStoreParts } from '../../src/main/adapters/delivery/program-store.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createFakeLog } from '../support/fake-log.ts';
import { deliveryWorker, memory, testFolder, treeOf } from './delivery-parts.ts';
import { makeRelease, serveRelease, testKey } from './made-release.ts';
import { plainRun, plainStore, type PlainPlace } from './plain-store.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeAll(deliveryWorker);

const key = testKey();
const files = {
  'run.sh': '#!/bin/sh\n',
  'data/a': 'aaa '.repeat(50),
  'data/b': 'bbb',
  'c/d/e': '',
};
const one = makeRelease(key, 1, files);
const two = makeRelease(key, 2, { ...files, 'data/b': 'new' });

async function bench(more: Partial<ProgramStoreParts> = {}) {
  const server = await serveRelease(one);
  onTestFinished(() => server.close());
  const place: PlainPlace = {
    workerFile: await deliveryWorker(),
    url: server.url,
    publicKey: key.publicKey,
    folder: path.join(testFolder(), 'program'),
  };
  const at = (...names: string[]) => path.join(place.folder, ...names);
  const current = () =>
    Object.fromEntries(
      Object.entries(treeOf(at('current'))).map(([name, bytes]) => [name, bytes.toString()]),
    );
  return { server, place, store: plainStore(place, more), at, current };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

const install = async ({ store }: Awaited<ReturnType<typeof bench>>, release = one) => {
  expect(await store.install(release.offer, plainRun(release.offer))).toMatchObject({ ok: true });
};

test.each<[string, (at: (...names: string[]) => string) => void]>([
  ['changed in its place', (at) => writeFileSync(at('current/data/b'), 'xyz')],
  ['removed', (at) => rmSync(at('current/data/a'))],
  ['cut off', (at) => truncateSync(at('current/data/a'), 10)],
  [
    'a link to a file of the same content',
    (at) => {
      renameSync(at('current/data/b'), at('elsewhere'));
      symlinkSync(at('elsewhere'), at('current/data/b'));
    },
  ],
  [
    'below a folder that became a link',
    (at) => {
      renameSync(at('current/data'), at('elsewhere'));
      symlinkSync(at('elsewhere'), at('current/data'));
    },
  ],
  [
    'a folder now',
    (at) => {
      rmSync(at('current/data/b'));
      mkdirSync(at('current/data/b'));
    },
  ],
])('a file that is %s is never started, and mended alone', async (_what, harm) => {
  const opened = await bench();
  await install(opened);
  const { store, at, server, current } = opened;
  expect(await store.ready()).toMatchObject({ ok: true });
  harm(at);
  expect(await store.ready()).toEqual({ ok: false, reason: 'damaged' });
  // Remembered, whoever asks.
  expect(await plainStore({ ...opened.place }).ready()).toEqual({ ok: false, reason: 'damaged' });
  server.asked.clear();
  expect(await store.repair(one.offer, plainRun(one.offer))).toMatchObject({ ok: true });
  expect(current()).toEqual(files);
  expect(await store.ready()).toMatchObject({ ok: true });
  expect(server.asked.size).toBeLessThanOrEqual(1);
});

test('what only looks odd is read whole and may be started', async () => {
  const opened = await bench();
  await install(opened);
  utimesSync(opened.at('current/data/a'), 1, 1);
  chmodSync(opened.at('current/run.sh'), 0o600);
  expect(await opened.store.ready()).toMatchObject({ ok: true });
  expect(statSync(opened.at('current/run.sh')).mode & 0o100).toBe(0o100);
});

test('every byte is looked at again after seven days, beside the start', async () => {
  const clock = createFakeClock();
  const log = createFakeLog();
  const opened = await bench({ clock, log });
  await install(opened);
  const { at, store } = opened;
  utimesSync(at('current/data/b'), 1000, 1000);
  expect(await store.ready()).toMatchObject({ ok: true });
  // Same size, time and id: only its bytes tell.
  writeFileSync(at('current/data/b'), 'xxx');
  utimesSync(at('current/data/b'), 1000, 1000);
  expect(await store.ready()).toMatchObject({ ok: true });
  expect(await store.installed()).toMatchObject({ sequence: 1 });
  expect(await store.ready()).toMatchObject({ ok: true });
  clock.set(clock.now() + 7 * 24 * 60 * 60 * 1000 + 1);
  expect(await store.ready()).toMatchObject({ ok: true });
  await vi.waitFor(() => expect(log.text()).toContain('program-damaged'), 10_000);
  expect(await store.ready()).toEqual({ ok: false, reason: 'damaged' });
});

test('verify tells, and remembers', async () => {
  const opened = await bench();
  const { store, at } = opened;
  const { signal } = new AbortController();
  expect(await store.verify(signal)).toBe(true);
  await install(opened);
  expect(await store.verify(signal)).toBe(true);
  writeFileSync(at('current/data/b'), 'xxx');
  expect(await store.verify(signal)).toBe(false);
  writeFileSync(at('current/data/b'), 'bbb');
  expect(await store.verify(signal)).toBe(true);
  expect(await store.ready()).toMatchObject({ ok: true });
});

test('an older release is never installed, whichever of the two memories knows a newer one', async () => {
  const sequences = memory();
  const opened = await bench({ sequences });
  const { store, server, place } = opened;
  server.serve = two;
  await install(opened, two);
  expect([...sequences.all.values()]).toEqual([2]);
  server.serve = one;
  const older = { ok: false, problem: { kind: 'older' } };
  expect(await store.install(one.offer, plainRun(one.offer))).toEqual(older);
  // The state file was lost: the folder remembers.
  const forgetful = plainStore(place, { sequences: memory() });
  expect(await forgetful.install(one.offer, plainRun(one.offer))).toEqual(older);
  // The folder was lost, or uninstalled: the state file does.
  rmSync(place.folder, { recursive: true });
  expect(await store.install(one.offer, plainRun(one.offer))).toEqual(older);
  expect(existsSync(opened.at('current'))).toBe(false);
  const far = makeRelease(key, 1_000_003, files);
  server.serve = far;
  expect(await store.install(far.offer, plainRun(far.offer))).toEqual({
    ok: false,
    problem: { kind: 'not-genuine' },
  });
});

test('uninstalling frees what it says and leaves what is not the program', async () => {
  const opened = await bench();
  const { store, server, at, place } = opened;
  await install(opened);
  server.serve = two;
  await install(opened, two);
  expect(await store.ready()).toMatchObject({ ok: true });
  writeFileSync(path.join(`${place.folder}-data`, 'save'), 'a score');
  const outside = path.join(testFolder(), 'mine');
  writeFileSync(outside, 'mine');
  // What lies there, counted by somebody else before and after.
  const bytes = () => sum(Object.values(treeOf(place.folder)).map(({ length }) => length));
  const trees = ['current', 'previous'].map((name) =>
    sum(Object.values(treeOf(at(name))).map(({ length }) => length)),
  );
  const before = bytes();
  const freedBytes = sum(trees);
  symlinkSync(outside, at('current/link'));
  expect(await store.uninstall()).toEqual({ ok: true, freedBytes });
  expect(before - bytes()).toBeGreaterThanOrEqual(freedBytes);
  expect(readdirSync(place.folder).sort()).toEqual(['manifests', 'program.json']);
  expect(readFileSync(outside, 'utf8')).toBe('mine');
  expect(readFileSync(path.join(`${place.folder}-data`, 'save'), 'utf8')).toBe('a score');
  expect(await store.installed()).toBeNull();
  expect(await store.ready()).toEqual({ ok: false, reason: 'none' });
  // Nothing there is nothing to free; and it can be installed again.
  expect(await store.uninstall()).toEqual({ ok: true, freedBytes: 0 });
  await install(opened, two);
});

test('moving takes the program along and leaves nothing of it behind', async () => {
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
  // An update goes on there.
  opened.server.serve = two;
  await install(opened, two);
  expect(current()['data/b']).toBe('new');
});

test("a folder of somebody's own is never filled, nor one within the other", async () => {
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

test('two loaders do not work in one folder; a lock whose owner is gone holds nobody', async () => {
  const opened = await bench();
  const { store, at, place } = opened;
  mkdirSync(place.folder);
  // Alive: the process that runs these tests' workers.
  writeFileSync(at('lock'), `${process.ppid}\n`);
  expect(await store.install(one.offer, plainRun(one.offer))).toEqual({
    ok: false,
    problem: { kind: 'other-loader' },
  });
  expect(await store.uninstall()).toEqual({ ok: false, problem: { kind: 'other-loader' } });
  // The second last: a process that was killed while it wrote the id of another one.
  for (const stale of ['4194305\n', 'no number\n', '', String(process.ppid), `${process.pid}\n`]) {
    writeFileSync(at('lock'), stale);
    await install(opened);
    expect(existsSync(at('lock'))).toBe(false);
  }
  // Of before the computer was started.
  writeFileSync(at('lock'), `${process.ppid}\n`);
  utimesSync(at('lock'), 1000, 1000);
  await install(opened);
});

test('links in the way of what is assembled are removed, and what they lead to stays as it was', async () => {
  const opened = await bench();
  const { store, at, place, server, current } = opened;
  const outside = testFolder();
  mkdirSync(path.join(outside, 'data'));
  writeFileSync(path.join(outside, 'data/a'), 'theirs');
  writeFileSync(path.join(outside, 'hard'), 'theirs too');
  mkdirSync(place.folder);
  // While it fetches, somebody puts links where it will write.
  server.misbehave = () => {
    if (existsSync(at('next')) && !existsSync(at('next/data')))
      symlinkSync(path.join(outside, 'data'), at('next/data'));
    if (existsSync(at('next')) && !existsSync(at('next/run.sh')))
      linkSync(path.join(outside, 'hard'), at('next/run.sh'));
    return false;
  };
  await install(opened);
  expect(current()).toEqual(files);
  expect(readFileSync(path.join(outside, 'data/a'), 'utf8')).toBe('theirs');
  expect(readFileSync(path.join(outside, 'hard'), 'utf8')).toBe('theirs too');
  expect(readdirSync(path.join(outside, 'data'))).toEqual(['a']);
  expect(await store.ready()).toMatchObject({ ok: true });
});

test('where the record was lost, what lies there is verified and taken over, not fetched again', async () => {
  const opened = await bench();
  const { server, store, at } = opened;
  await install(opened);
  writeFileSync(at('program.json'), '{"v":1');
  expect(await store.ready()).toEqual({ ok: false, reason: 'damaged' });
  server.asked.clear();
  await install(opened);
  expect(server.asked.size).toBe(0);
  expect(await store.ready()).toMatchObject({ ok: true });
});

test.each(['another release', 'the same', 'nothing'])(
  'chunks of a release that was begun serve %s that follows',
  async (follows) => {
    const opened = await bench();
    const { server, store, at, place } = opened;
    const stop = new AbortController();
    // All but the last are in place when it is paused.
    const last = [...one.chunks.keys()].at(-1) ?? '';
    const twoAreNoted = () => expect(statSync(at('next.chunks')).size).toBe(64 + 2 * 4);
    server.misbehave = (hash) => {
      if (hash !== last) return false;
      void vi.waitFor(twoAreNoted, 20_000).then(() => stop.abort());
      return true;
    };
    const paused = await store.install(one.offer, plainRun(one.offer, { signal: stop.signal }));
    expect(paused).toEqual({ ok: false, problem: { kind: 'stopped' } });
    expect(await store.installed()).toBeNull();
    if (follows === 'nothing') {
      const bytes = () => sum(Object.values(treeOf(place.folder)).map(({ length }) => length));
      const [before, rest] = [bytes(), sum(Object.values(treeOf(at('next'))).map((f) => f.length))];
      expect(rest).toBeGreaterThan(0);
      expect(await store.discard()).toBe(rest);
      expect(before - bytes()).toBeGreaterThanOrEqual(rest);
      expect(await store.discard()).toBe(0);
      expect(readdirSync(place.folder)).toEqual(['manifests']);
      return;
    }
    server.misbehave = () => false;
    server.asked.clear();
    server.serve = follows === 'the same' ? one : two;
    await install(opened, server.serve);
    expect(server.asked.size).toBe(1);
    expect(readdirSync(place.folder).sort()).toEqual(['current', 'manifests', 'program.json']);
  },
);

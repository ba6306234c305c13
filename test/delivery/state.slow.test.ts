// The state of an installed program: checks, damage, repairs, refused downgrades and lost records.
import {
  chmodSync,
  existsSync,
  mkdirSync,
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
import { beforeAll, expect, test, vi } from 'vitest';
import { createFakeClock } from '../support/fake-clock.ts';
import { createFakeLog } from '../support/fake-log.ts';
import { deliveryWorker, memory, treeOf } from './delivery-parts.ts';
import { makeRelease } from './handmade-release.ts';
import { plainRun, plainStore, recordsOf } from './plain-store.ts';
import { key, files, one, two, bench, install, sum } from './state-parts.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeAll(deliveryWorker);

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
])('a file that is %s is never started, and only that file is repaired', async (_what, harm) => {
  const opened = await bench();
  await install(opened);
  const { store, at, server, current } = opened;
  expect(await store.ready()).toMatchObject({ ok: true });
  harm(at);
  expect(await store.ready()).toEqual({ ok: false, reason: 'damaged' });
  // The damage is recorded, so another store reports it too.
  expect(await plainStore({ ...opened.place }).ready()).toEqual({ ok: false, reason: 'damaged' });
  server.asked.clear();
  expect(await store.repair(one.offer, plainRun(one.offer))).toMatchObject({ ok: true });
  expect(current()).toEqual(files);
  expect(await store.ready()).toMatchObject({ ok: true });
  expect(server.asked.size).toBeLessThanOrEqual(1);
});

test('a file with only a changed time stamp or mode is hashed again, and the program may be started', async () => {
  const opened = await bench();
  await install(opened);
  utimesSync(opened.at('current/data/a'), 1, 1);
  chmodSync(opened.at('current/run.sh'), 0o600);
  expect(await opened.store.ready()).toMatchObject({ ok: true });
  expect(statSync(opened.at('current/run.sh')).mode & 0o100).toBe(0o100);
});

test('every byte is verified again after seven days, in the background', async () => {
  const clock = createFakeClock();
  const log = createFakeLog();
  const opened = await bench({ clock, log });
  await install(opened);
  const { at, store } = opened;
  utimesSync(at('current/data/b'), 1000, 1000);
  expect(await store.ready()).toMatchObject({ ok: true });
  // The size, time and id stay the same; only the bytes differ.
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

test('damage stays recorded until a repair, which downloads no intact file', async () => {
  const opened = await bench();
  const { store, at, server } = opened;
  await install(opened);
  writeFileSync(at('current/data/b'), 'xxx');
  expect(await store.ready()).toEqual({ ok: false, reason: 'damaged' });
  // The file is intact again, so a new check alone would find no damage.
  writeFileSync(at('current/data/b'), 'bbb');
  expect(await store.ready()).toEqual({ ok: false, reason: 'damaged' });
  server.asked.clear();
  const mended = await store.repair(one.offer, plainRun(one.offer));
  expect(mended).toMatchObject({ ok: true, fetchedBytes: 0 });
  expect(server.asked.size).toBe(0);
  expect(await store.ready()).toMatchObject({ ok: true });
});

test('an older release is never installed if either record contains a newer one', async () => {
  const sequences = memory();
  const opened = await bench({ sequences });
  const { store, server, place } = opened;
  server.serve = two;
  await install(opened, two);
  expect([...sequences.all.values()]).toEqual([2]);
  server.serve = one;
  const older = { ok: false, problem: { kind: 'older' } };
  expect(await store.install(one.offer, plainRun(one.offer))).toEqual(older);
  // Without the state file, the records of the folder name the newer release.
  const forgetful = plainStore(place, { sequences: memory() });
  expect(await forgetful.install(one.offer, plainRun(one.offer))).toEqual(older);
  // Without the folder, the state file names it.
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

test('files without a record are verified and reused, not downloaded', async () => {
  const opened = await bench();
  const { server, store, place } = opened;
  await install(opened);
  writeFileSync(path.join(recordsOf(place.folder), 'program.json'), '{"v":1');
  expect(await store.ready()).toEqual({ ok: false, reason: 'damaged' });
  server.asked.clear();
  await install(opened);
  expect(server.asked.size).toBe(0);
  expect(await store.ready()).toMatchObject({ ok: true });
});

test.each(['another release', 'the same', 'nothing'])(
  'chunks of an unfinished release are reused, or discarded, if %s follows',
  async (follows) => {
    const opened = await bench();
    const { server, store, at, place } = opened;
    const stop = new AbortController();
    // All chunks but the last are in place when the run is paused.
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
      expect(readdirSync(place.folder)).toEqual([]);
      return;
    }
    server.misbehave = () => false;
    server.asked.clear();
    server.serve = follows === 'the same' ? one : two;
    await install(opened, server.serve);
    expect(server.asked.size).toBe(1);
    expect(readdirSync(place.folder).sort()).toEqual(['current']);
  },
);

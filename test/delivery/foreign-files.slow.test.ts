// Foreign files beside the program and in its records: the loader removes only names that it
// writes, follows no link, and does not trust records of earlier versions.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { deliveryWorker, testFolder, treeOf } from './delivery-parts.ts';
import { makeRelease } from './handmade-release.ts';
import { plainRun, plainStore, recordsOf } from './plain-store.ts';
import { bench, files, install, key, one, two } from './state-parts.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeAll(deliveryWorker);

test.each([
  'manifests',
  'program.json',
  'journal.json',
  'next.chunks',
  'next',
  'current',
  'previous',
])("a link at %s never empties or changes the victim's folder", async (name) => {
  const opened = await bench();
  await install(opened);
  const { store, at, server } = opened;
  const victim = testFolder();
  const letters = { letter: 'dear', 'data/a': 'mine', [`${'a'.repeat(64)}.json`]: 'mine' };
  mkdirSync(path.join(victim, 'data'));
  for (const [file, text] of Object.entries(letters)) writeFileSync(path.join(victim, file), text);
  rmSync(at(name), { recursive: true, force: true });
  symlinkSync(name.includes('.') ? path.join(victim, 'letter') : victim, at(name));
  server.serve = two;
  await install(opened, two);
  server.serve = one;
  const three = makeRelease(key, 3, files);
  server.serve = three;
  await install(opened, three);
  expect(await store.ready()).toMatchObject({ ok: true });
  expect(await store.uninstall()).toMatchObject({ ok: true });
  const left = Object.entries(treeOf(victim)).map(([file, bytes]) => [file, bytes.toString()]);
  expect(Object.fromEntries(left)).toEqual(letters);
});

test('only names that the loader writes are removed from its records and the program', async () => {
  const opened = await bench();
  await install(opened);
  const { store, at, place } = opened;
  const kept = {
    [path.join(recordsOf(place.folder), 'manifests', 'mine.json')]: 'mine',
    [path.join(recordsOf(place.folder), 'mine')]: 'mine',
    [at('mine')]: 'mine',
    [at('current/saves/one')]: 'a score',
    [at('current/data/mine')]: 'mine',
  };
  mkdirSync(at('current/saves'));
  for (const [file, text] of Object.entries(kept)) writeFileSync(file, text);
  opened.server.serve = two;
  await install(opened, two);
  opened.server.serve = makeRelease(key, 3, files);
  await install(opened, makeRelease(key, 3, files));
  for (const [file, text] of Object.entries(kept)) expect(readFileSync(file, 'utf8')).toBe(text);
  expect(await store.uninstall()).toMatchObject({ ok: true, remaining: { count: 3 } });
  for (const [file, text] of Object.entries(kept)) expect(readFileSync(file, 'utf8')).toBe(text);
  // They are still there after another installation.
  await install(opened, makeRelease(key, 3, files));
  expect(readFileSync(at('current/saves/one'), 'utf8')).toBe('a score');
});

test('records that an earlier version kept beside the program are verified again', async () => {
  const opened = await bench();
  await install(opened);
  const { at, place } = opened;
  const beside = () => {
    cpSync(recordsOf(place.folder), place.folder, { recursive: true });
    rmSync(recordsOf(place.folder), { recursive: true });
  };
  beside();
  const updated = plainStore({ ...place });
  expect(await updated.installed()).toMatchObject({ sequence: 1 });
  expect(await updated.ready()).toMatchObject({ ok: true });
  expect(readdirSync(place.folder)).toEqual(['current']);
  // Old stamps beside the program do not hide a changed file of the same size.
  beside();
  const stamps = at('manifests', `${one.offer.manifestSha256}.stamps`);
  expect(existsSync(stamps)).toBe(true);
  writeFileSync(at('current/data/b'), 'xyz');
  expect(await plainStore({ ...place }).ready()).toEqual({ ok: false, reason: 'damaged' });
});

test('records beside the program are ignored if no publisher signed them', async () => {
  const opened = await bench();
  await install(opened);
  const { at, place } = opened;
  cpSync(recordsOf(place.folder), place.folder, { recursive: true });
  rmSync(recordsOf(place.folder), { recursive: true });
  writeFileSync(at('manifests', `${one.offer.manifestSha256}.json`), '{}');
  const store = plainStore({ ...place });
  expect(await store.installed()).toBeNull();
  expect(await store.ready()).toEqual({ ok: false, reason: 'none' });
  await install({ ...opened, store });
  expect(await store.ready()).toMatchObject({ ok: true });
});

test('records beside a program in an unsafe folder are ignored, even genuine ones', async () => {
  const opened = await bench();
  await install(opened);
  const { place } = opened;
  cpSync(recordsOf(place.folder), place.folder, { recursive: true });
  rmSync(recordsOf(place.folder), { recursive: true });
  chmodSync(place.folder, 0o777);
  const store = plainStore(place);
  expect(await store.installed()).toBeNull();
  expect(await store.ready()).toMatchObject({ ok: false, reason: 'blocked' });
  const to = path.join(testFolder(), 'Northwind');
  expect(await store.moveTo(to, plainRun(one.offer))).toMatchObject({ ok: true, program: null });
  expect(existsSync(path.join(to, 'current'))).toBe(false);
  // The control: the next installation goes there.
  await install({ ...opened, store });
  expect(await store.ready()).toMatchObject({ ok: true });
  expect(existsSync(path.join(to, 'current/run.sh'))).toBe(true);
});

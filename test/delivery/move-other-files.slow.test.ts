// Files in the program's folder that no release wrote, such as saved games: a move takes them all
// or is refused, an uninstall keeps and reports them, and an update moves them to the new version.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { realDisk, type Disk } from '../../src/main/adapters/delivery/disk.ts';
import { deliveryWorker, testFolder, treeOf } from './delivery-parts.ts';
import { openBench } from './disk-bench.ts';
import { plainRun } from './plain-store.ts';
import { bench, files, install, key, one, two } from './state-parts.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeAll(deliveryWorker);

type Bench = Awaited<ReturnType<typeof bench>>;

const others: Readonly<Record<string, string>> = {
  'notes.txt': 'mine',
  'current/saves/one': 'a score',
  'current/saves/deep/two': 'another',
  'current/data/mine.ini': 'volume=3',
  'current/empty-file': '',
  'mods/ü mod': 'fun',
};

function addOthers({ at }: Pick<Bench, 'at'>): void {
  for (const [name, text] of Object.entries(others)) {
    mkdirSync(path.dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  }
  mkdirSync(at('current/screenshots'));
  writeFileSync(at('current/saves/large'), Buffer.alloc(2_500_000, 'x'));
}

const textOf = (folder: string) =>
  Object.fromEntries(
    Object.entries(treeOf(folder))
      .filter(([name]) => !name.endsWith('large'))
      .map(([name, bytes]) => [name, bytes.toString()]),
  );
const programFiles = Object.fromEntries(
  Object.entries(files).map(([name, text]) => [`current/${name}`, text]),
);
const move = ({ store }: Bench, to: string) => store.moveTo(to, plainRun(one.offer));

test('moving takes every file of the folder, with its time and mode, and leaves nothing', async () => {
  const opened = await bench();
  await install(opened);
  addOthers(opened);
  chmodSync(opened.at('mods/ü mod'), 0o750);
  utimesSync(opened.at('current/saves/one'), 1_000_000_000, 1_000_000_000);
  const from = opened.place.folder;
  const neighbour = path.join(path.dirname(from), 'neighbour');
  writeFileSync(neighbour, 'dear');
  const to = path.join(testFolder(), 'Northwind');
  expect(await move(opened, to)).toEqual({
    ok: true,
    program: expect.objectContaining({ sequence: 1 }) as unknown,
  });
  expect(textOf(to)).toEqual({ ...programFiles, ...others });
  expect(statSync(path.join(to, 'current/saves/large')).size).toBe(2_500_000);
  expect(statSync(path.join(to, 'current/saves/one')).mtimeMs).toBe(1_000_000_000_000);
  expect(statSync(path.join(to, 'mods/ü mod')).mode & 0o777).toBe(0o750);
  expect(readdirSync(path.join(to, 'current/screenshots'))).toEqual([]);
  expect(readdirSync(from)).toEqual([]);
  expect(readFileSync(neighbour, 'utf8')).toBe('dear');
  expect(await opened.store.ready()).toMatchObject({ ok: true });
  opened.server.serve = two;
  await install(opened, two);
  expect(readFileSync(path.join(to, 'current/saves/one'), 'utf8')).toBe('a score');
});

test.each<[string, (place: string) => void]>([
  ['a link', (place) => symlinkSync('/etc/hostname', place)],
  ['a link to a folder', (place) => symlinkSync('/etc', place)],
  ['a broken link', (place) => symlinkSync('/nowhere', place)],
  ['a pipe', (place) => void execFileSync('mkfifo', [place])],
])('moving refuses a folder with %s, and changes nothing', async (_what, make) => {
  const opened = await bench();
  await install(opened);
  addOthers(opened);
  make(opened.at('current/saves/latest'));
  const before = readdirSync(opened.place.folder, { recursive: true }).sort();
  const to = path.join(testFolder(), 'Northwind');
  expect(await move(opened, to)).toEqual({
    ok: false,
    problem: { kind: 'unmovable', file: 'current/saves/latest' },
  });
  expect(readdirSync(opened.place.folder, { recursive: true }).sort()).toEqual(before);
  expect(readdirSync(to)).toEqual([]);
  expect(await opened.store.ready()).toMatchObject({ ok: true });
  // The control: without it, everything moves.
  rmSync(opened.at('current/saves/latest'));
  expect(await move(opened, to)).toMatchObject({ ok: true });
  expect(textOf(to)).toEqual({ ...programFiles, ...others });
});

test.each([1, 2, 3, 4, 5, 6, 7])(
  'a move that fails at other file %i can be resumed, and leaves no duplicates',
  async (end) => {
    const { work, install: installHere, folder, now } = openBench(key);
    expect(await installHere(one)).toMatchObject({ ok: true });
    addOthers({ at: (...names) => path.join(folder, ...names) });
    const before = textOf(folder);
    const to = path.join(testFolder(), 'Northwind');
    let count = 0;
    const full: Disk['futimesSync'] = (...given) => {
      if ((count += 1) === end) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      realDisk.futimesSync(...given);
    };
    now.disk = { ...realDisk, futimesSync: full };
    expect(await work.copyTo(folder, to)).toMatchObject({ problem: { kind: 'no-space' } });
    expect(textOf(folder)).toEqual(before);
    expect(await work.ready(folder, 1)).toMatchObject({ value: { ready: { ok: true } } });
    expect(Object.keys(treeOf(to)).filter((name) => name.endsWith('.moving'))).toHaveLength(1);
    expect(await work.copyTo(folder, to)).toMatchObject({ ok: true });
    expect(await work.removeMoved(folder, to)).toMatchObject({ ok: true });
    expect(textOf(to)).toEqual({ ...programFiles, ...others });
    expect(Object.keys(treeOf(to)).filter((name) => /kept|moving/.test(name))).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    expect(await work.ready(to, 1)).toMatchObject({ value: { ready: { ok: true } } });
  },
);

test('a file that changes after it was copied stays in the old folder', async () => {
  const { work, install: installHere, folder } = openBench(key);
  expect(await installHere(one)).toMatchObject({ ok: true });
  const at = (...names: string[]) => path.join(folder, ...names);
  addOthers({ at });
  const to = path.join(testFolder(), 'Northwind');
  expect(await work.copyTo(folder, to)).toMatchObject({ ok: true });
  writeFileSync(at('current/saves/one'), 'a better score');
  writeFileSync(at('current/saves/new'), 'new');
  expect(await work.removeMoved(folder, to)).toMatchObject({ value: { remaining: { count: 2 } } });
  expect(textOf(folder)).toEqual({
    'current/saves/one': 'a better score',
    'current/saves/new': 'new',
  });
});

test('an existing file at the target is not replaced', async () => {
  const { work, install: installHere, folder } = openBench(key);
  expect(await installHere(one)).toMatchObject({ ok: true });
  addOthers({ at: (...names) => path.join(folder, ...names) });
  const to = path.join(testFolder(), 'Northwind');
  mkdirSync(to);
  writeFileSync(path.join(to, 'notes.txt'), 'theirs');
  const taken = { ok: false, problem: { kind: 'not-empty', folder: to } };
  expect(await work.copyTo(folder, to)).toEqual(taken);
  expect(textOf(to)).toEqual({ 'notes.txt': 'theirs' });
});

test('files left by an uninstall move too, and a later installation keeps them', async () => {
  const opened = await bench();
  await install(opened);
  addOthers(opened);
  expect(await opened.store.uninstall()).toMatchObject({ ok: true, remaining: { count: 7 } });
  expect(textOf(opened.place.folder)).toEqual(others);
  const from = opened.place.folder;
  const to = path.join(testFolder(), 'Northwind');
  expect(await move(opened, to)).toEqual({ ok: true, program: null });
  expect(textOf(to)).toEqual(others);
  expect(readdirSync(from)).toEqual([]);
  await install(opened);
  expect(textOf(to)).toEqual({ ...programFiles, ...others });
  // An installation in the same folder keeps them too.
  await opened.store.uninstall();
  await install(opened);
  expect(textOf(to)).toEqual({ ...programFiles, ...others });
});

test('moving before the first installation only chooses the folder', async () => {
  const opened = await bench();
  const to = path.join(testFolder(), 'Northwind');
  expect(await move(opened, to)).toEqual({ ok: true, program: null });
  await install(opened);
  expect(textOf(to)).toEqual(programFiles);
});

test('uninstalling reports up to three of the files that stay', async () => {
  const opened = await bench();
  await install(opened);
  writeFileSync(opened.at('current/data/mine'), 'mine');
  expect(await opened.store.uninstall()).toMatchObject({
    ok: true,
    remaining: { count: 1, names: ['current/data/mine'] },
  });
  await install(opened);
  rmSync(opened.at('current/data/mine'));
  // The control: without other files nothing is reported, and no folder stays.
  const removal = await opened.store.uninstall();
  expect(removal).not.toHaveProperty('left');
  expect(readdirSync(opened.place.folder)).toEqual([]);
});

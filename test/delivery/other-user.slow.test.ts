// Another user of the computer attacks the program's folder: the loader starts none of their files,
// and removes none of the victim's. Each control shows that the user's own folder works.
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { deliveryWorker, testFolder, treeOf } from './delivery-parts.ts';
import { plainRun, recordsOf } from './plain-store.ts';
import { bench, files, install, one, two } from './state-parts.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeAll(deliveryWorker);

const isRoot = process.getuid?.() === 0;
const stranger = 54_321;
type Bench = Awaited<ReturnType<typeof bench>>;

const moveTo = ({ store }: Bench, to: string) => store.moveTo(to, plainRun(one.offer));
const unsafe = (folder: string, cause: string) => ({
  ok: false,
  problem: { kind: 'folder-unsafe', folder, cause, canAccept: false },
});

interface Attack {
  readonly name: string;
  /** Prepares the folder to move to. Returns it, and the folder that is refused. */
  readonly prepare: (place: string) => { readonly to: string; readonly refused: string };
  readonly cause: 'link' | 'owner' | 'writable';
  readonly needsRoot?: true;
}

const made = (folder: string, mode = 0o755): string => {
  mkdirSync(folder);
  chmodSync(folder, mode);
  return folder;
};
const attacks: readonly Attack[] = [
  {
    name: 'an empty folder of another user',
    cause: 'owner',
    needsRoot: true,
    prepare(place) {
      const to = made(path.join(place, 'Northwind'));
      chownSync(to, stranger, stranger);
      return { to, refused: to };
    },
  },
  {
    name: 'a folder inside a folder of another user',
    cause: 'owner',
    needsRoot: true,
    prepare(place) {
      const above = made(path.join(place, 'games'));
      chownSync(above, stranger, stranger);
      return { to: path.join(above, 'Northwind'), refused: above };
    },
  },
  ...[0o777, 0o757, 0o775, 0o1777].map((mode): Attack => ({
    name: `a folder with mode ${mode.toString(8)}`,
    cause: 'writable',
    prepare(place) {
      const to = made(path.join(place, 'Northwind'), mode);
      return { to, refused: to };
    },
  })),
  {
    name: 'a folder inside one that all users can write to',
    cause: 'writable',
    prepare(place) {
      const above = made(path.join(place, 'shared'), 0o777);
      return { to: path.join(above, 'Northwind'), refused: above };
    },
  },
  {
    name: 'a folder two levels below one that all users can write to',
    cause: 'writable',
    prepare(place) {
      const above = made(path.join(place, 'shared'), 0o777);
      made(path.join(above, 'games'));
      return { to: path.join(above, 'games', 'Northwind'), refused: above };
    },
  },
  {
    name: "a link to the victim's own folder",
    cause: 'link',
    prepare(place) {
      made(path.join(place, 'private'));
      const to = path.join(place, 'Northwind');
      symlinkSync(path.join(place, 'private'), to);
      return { to, refused: to };
    },
  },
  {
    name: 'a folder below a link',
    cause: 'link',
    prepare(place) {
      made(path.join(place, 'private'));
      const link = path.join(place, 'games');
      symlinkSync(path.join(place, 'private'), link);
      return { to: path.join(link, 'Northwind'), refused: link };
    },
  },
];

test.each(attacks.filter(({ needsRoot }) => isRoot || needsRoot !== true))(
  'refuses to move to $name, and changes nothing there',
  async ({ prepare, cause }) => {
    const opened = await bench();
    await install(opened);
    const place = testFolder();
    const { to, refused } = prepare(place);
    writeFileSync(path.join(place, 'neighbour'), 'dear');
    const before = readdirSync(place, { recursive: true }).sort();
    expect(await moveTo(opened, to)).toEqual(unsafe(refused, cause));
    expect(readdirSync(place, { recursive: true }).sort()).toEqual(before);
    expect(await opened.store.ready()).toMatchObject({ ok: true });
    // The control: an own folder at another place.
    const own = path.join(testFolder(), 'Northwind');
    expect(await moveTo(opened, own)).toMatchObject({ ok: true });
    expect(await opened.store.ready()).toMatchObject({ ok: true });
  },
);

test("moving to the user's own empty folder, or into a sticky folder, is allowed", async () => {
  const opened = await bench();
  await install(opened);
  const shared = made(path.join(testFolder(), 'sticky'), 0o1777);
  for (const to of [made(path.join(testFolder(), 'empty')), path.join(shared, 'Northwind')]) {
    expect(await moveTo(opened, to)).toMatchObject({ ok: true });
    expect(await opened.store.ready()).toMatchObject({ ok: true });
  }
});

test('a replaced program with records beside it is not started', async () => {
  const opened = await bench();
  await install(opened);
  const { store, at, place } = opened;
  // A complete installation of an attacker, with a changed file and stamps that match it.
  const other = await bench();
  await install(other);
  writeFileSync(other.at('current/run.sh'), '#!/bin/evil\n');
  cpSync(recordsOf(other.place.folder), other.place.folder, { recursive: true });
  rmSync(place.folder, { recursive: true });
  renameSync(other.place.folder, place.folder);
  expect(existsSync(at('program.json'))).toBe(true);
  expect(await store.ready()).toEqual({ ok: false, reason: 'damaged' });
  // The control: a repair restores the program.
  expect(await store.repair(one.offer, plainRun(one.offer))).toMatchObject({ ok: true });
  expect(await store.ready()).toMatchObject({ ok: true });
});

test('a program in a folder that others can write to, or own, is not started', async () => {
  const opened = await bench();
  await install(opened);
  const { store, place } = opened;
  const blocked = (cause: string) => ({ ...unsafe(place.folder, cause), reason: 'blocked' });
  chmodSync(place.folder, 0o777);
  expect(await store.ready()).toEqual(blocked('writable'));
  expect(await store.install(two.offer, plainRun(two.offer))).toEqual(
    unsafe(place.folder, 'writable'),
  );
  expect(await store.uninstall()).toEqual(unsafe(place.folder, 'writable'));
  expect(await store.discard()).toBe(0);
  chmodSync(place.folder, 0o755);
  expect(await store.ready()).toMatchObject({ ok: true });
  if (!isRoot) return;
  chownSync(place.folder, stranger, stranger);
  expect(await store.ready()).toEqual(blocked('owner'));
  chownSync(place.folder, 0, 0);
  expect(await store.ready()).toMatchObject({ ok: true });
});

test('moving out of an unsafe folder verifies the program and removes nothing there', async () => {
  const opened = await bench();
  await install(opened);
  const { store, place, at, current } = opened;
  const from = place.folder;
  chmodSync(from, 0o777);
  writeFileSync(at('current/plugin'), 'evil');
  expect(await store.installed()).toMatchObject({ sequence: 1 });
  const before = treeOf(from);
  const changed = path.join(testFolder(), 'changed');
  writeFileSync(at('current/data/b'), 'xyz');
  expect(await moveTo(opened, changed)).toMatchObject({ ok: false, problem: { kind: 'removed' } });
  writeFileSync(at('current/data/b'), files['data/b']);
  const to = path.join(testFolder(), 'Northwind');
  expect(await moveTo(opened, to)).toMatchObject({ ok: true, program: { sequence: 1 } });
  expect(treeOf(from)).toEqual(before);
  expect(store.folder()).toBe(to);
  expect(current()).toEqual(files);
  expect(await store.ready()).toMatchObject({ ok: true });
});

test.each(['run.sh', 'data', 'data/a'])(
  'a program whose %s is writable by others counts as damaged until it is repaired',
  async (name) => {
    const opened = await bench();
    await install(opened);
    const { store, at, server } = opened;
    chmodSync(at('current', name), 0o777);
    expect(await store.ready()).toEqual({ ok: false, reason: 'damaged' });
    server.asked.clear();
    expect(await store.repair(one.offer, plainRun(one.offer))).toMatchObject({ ok: true });
    expect(await store.ready()).toMatchObject({ ok: true });
  },
);

test.runIf(isRoot)('a file of another user is replaced although its content is right', async () => {
  const opened = await bench();
  await install(opened);
  const { store, at } = opened;
  chownSync(at('current/data/a'), stranger, stranger);
  expect(await store.ready()).toEqual({ ok: false, reason: 'damaged' });
  expect(await store.repair(one.offer, plainRun(one.offer))).toMatchObject({ ok: true });
  expect(await store.ready()).toMatchObject({ ok: true });
});

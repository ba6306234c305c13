// Rules for folders that must belong to the user, on a fake disk: the test's computer may have no
// other users, private groups or links.
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { realDisk, type Disk } from '../../src/main/adapters/delivery/disk.ts';
import { isPrivateGroup, type LocalUser } from '../../src/main/adapters/delivery/local-user.ts';
import { findUnsafeFolder, resolveOwnLinks } from '../../src/main/adapters/delivery/own-folder.ts';
import { testFolder } from './delivery-parts.ts';

interface Entry {
  readonly uid?: number;
  readonly gid?: number;
  readonly mode?: number;
  readonly link?: string;
}

const [anna, bob, annas] = [1000, 1001, 1000];

function diskOf(entries: Readonly<Record<string, Entry>>): Disk {
  const missing = Object.assign(new Error('missing'), { code: 'ENOENT' });
  return {
    ...realDisk,
    lstatSync: ((place: string) => {
      const entry = entries[place];
      if (entry === undefined) throw missing;
      const { uid = 0, gid = 0, mode = 0o755, link } = entry;
      return {
        uid,
        gid,
        mode,
        isDirectory: () => link === undefined,
        isSymbolicLink: () => link !== undefined,
      };
    }) as unknown as Disk['lstatSync'], // the used part of it
    readlinkSync: ((place: string) => entries[place]?.link ?? '') as Disk['readlinkSync'], // likewise
  };
}

const user = (id: number, safeGroups: readonly number[] = []): LocalUser => ({
  id,
  administrators: new Set([0]),
  safeGroups: new Set(safeGroups),
  findOpenFolder: () => null,
  forgetAcceptable: () => undefined,
  protectFolder: () => undefined,
});

const home = { '/': {}, '/home': {}, '/home/anna': { uid: anna } };

describe('for a user without privileges', () => {
  test.each<[string, Readonly<Record<string, Entry>>, readonly number[], string | null]>([
    ['accepts an own folder', { ...home, '/home/anna/g': { uid: anna } }, [], null],
    ['accepts a folder that does not exist yet', home, [], null],
    [
      "refuses a folder of another user, even in this user's",
      { ...home, '/home/anna/g': { uid: bob } },
      [],
      'owner',
    ],
    ["refuses the administrator's folder", { ...home, '/home/anna/g': { uid: 0 } }, [], 'owner'],
    [
      'refuses a folder that a group can write to',
      { ...home, '/home/anna/g': { uid: anna, gid: annas, mode: 0o775 } },
      [annas],
      'writable',
    ],
    [
      "accepts a private group's rights above the folder",
      { ...home, '/home/anna': { uid: anna, gid: annas, mode: 0o775 } },
      [annas],
      null,
    ],
    [
      "refuses a shared group's rights above the folder",
      { ...home, '/home/anna': { uid: anna, gid: 100, mode: 0o775 } },
      [annas],
      'writable',
    ],
    [
      'refuses a folder above of another user',
      { ...home, '/home/anna': { uid: bob } },
      [],
      'owner',
    ],
    [
      'refuses the sticky folder of another user',
      { ...home, '/home/anna': { uid: bob, mode: 0o1777 } },
      [],
      'owner',
    ],
    ['accepts a sticky folder of the system', { '/': {}, '/home': { mode: 0o1777 } }, [], null],
    ['refuses an open folder of the system', { '/': {}, '/home': { mode: 0o777 } }, [], 'writable'],
    [
      "follows the system's own link at the root",
      {
        '/': {},
        '/home': { link: 'var/home' },
        '/var': {},
        '/var/home': {},
        '/var/home/anna': { uid: anna },
        '/var/home/anna/g': { uid: anna },
      },
      [],
      null,
    ],
    [
      "checks what the system's own link leads to",
      { '/': {}, '/home': { link: '/var/home' }, '/var': {}, '/var/home': { mode: 0o777 } },
      [],
      'writable',
    ],
    [
      'refuses a link to a link',
      { '/': {}, '/home': { link: '/other' }, '/other': { link: '/var' }, '/var': {} },
      [],
      'link',
    ],
    [
      'refuses a link of a user at the root',
      { '/': {}, '/home': { uid: bob, link: '/var' } },
      [],
      'link',
    ],
    [
      "refuses the user's own link",
      { ...home, '/home/anna': { uid: anna, link: '/mnt/anna' } },
      [],
      'link',
    ],
  ])('%s', { tags: 'modes' }, (_rule, entries, groups, cause) => {
    const parts = { disk: diskOf(entries), user: user(anna, groups) };
    expect(findUnsafeFolder(parts, '/home/anna/g')?.cause ?? null).toBe(cause);
  });

  test('a folder above the chosen one may belong to the system', { tags: 'modes' }, () => {
    const parts = { disk: diskOf({ '/': {}, '/opt': {} }), user: user(anna) };
    expect(findUnsafeFolder(parts, '/opt', 'above')).toBeNull();
    expect(findUnsafeFolder(parts, '/opt')).toEqual({
      folder: '/opt',
      cause: 'owner',
      canAccept: false,
    });
  });
});

test.each<[string, Readonly<Record<string, Entry>>, string | null]>([
  ['a folder without links', { ...home, '/home/anna/g': { uid: anna } }, '/home/anna/g/app'],
  [
    "the user's own link",
    {
      ...home,
      '/home/anna/g': { uid: anna, link: '/mnt/ssd' },
      '/mnt': {},
      '/mnt/ssd': { uid: anna },
    },
    '/mnt/ssd/app',
  ],
  [
    'a relative link, and a link to it',
    {
      ...home,
      '/home/anna/g': { uid: anna, link: 'h' },
      '/home/anna/h': { uid: anna, link: 'i' },
      '/home/anna/i': { uid: anna },
    },
    '/home/anna/i/app',
  ],
  [
    "another user's link",
    { ...home, '/home/anna/g': { uid: bob, link: '/mnt' }, '/mnt': {} },
    null,
  ],
  [
    'a link in a folder that others can change',
    {
      '/': {},
      '/home': {},
      '/home/anna': { uid: anna, mode: 0o777 },
      '/home/anna/g': { uid: anna, link: '/mnt' },
      '/mnt': {},
    },
    null,
  ],
  [
    'an own link into a folder that others can change',
    { ...home, '/home/anna/g': { uid: anna, link: '/mnt' }, '/mnt': { mode: 0o777 } },
    null,
  ],
  ['a loop', { ...home, '/home/anna/g': { uid: anna, link: '/home/anna/g' } }, null],
])('resolves %s, or refuses it', { tags: 'modes' }, (_what, entries, expected) => {
  const parts = { disk: diskOf(entries), user: user(anna) };
  expect(resolveOwnLinks(parts, '/home/anna/g/app')).toBe(expected);
});

test('distinguishes a file from a link', { tags: 'links' }, () => {
  const place = testFolder();
  const parts = { disk: realDisk, user: user(process.getuid?.() ?? -1) };
  const [file, link] = [path.join(place, 'file'), path.join(place, 'link')];
  writeFileSync(file, '');
  symlinkSync(file, link);
  const below = (folder: string) => findUnsafeFolder(parts, path.join(folder, 'x'));
  expect(below(file)).toMatchObject({ folder: file, cause: 'no-folder' });
  expect(findUnsafeFolder(parts, file)).toMatchObject({ folder: file, cause: 'no-folder' });
  expect(below(link)).toMatchObject({ folder: link, cause: 'link' });
});

test('a slash at the end does not hide a link', { tags: 'modes' }, () => {
  const parts = { disk: diskOf({ ...home, '/home/anna/g': { link: '/' } }), user: user(anna) };
  expect(findUnsafeFolder(parts, '/home/anna/g/')?.cause).toBe('link');
});

test('reports the outermost unsafe folder of a real path', { tags: 'modes' }, () => {
  const place = testFolder();
  const parts = { disk: realDisk, user: user(process.getuid?.() ?? -1) };
  const [open, inner] = [path.join(place, 'open'), path.join(place, 'open', 'inner')];
  mkdirSync(inner, { recursive: true });
  expect(findUnsafeFolder(parts, inner)).toBeNull();
  symlinkSync(inner, path.join(place, 'link'));
  expect(findUnsafeFolder(parts, path.join(place, 'link', 'x'))).toMatchObject({
    folder: path.join(place, 'link'),
    cause: 'link',
  });
  chmodSync(inner, 0o777);
  chmodSync(open, 0o777);
  expect(findUnsafeFolder(parts, inner)).toMatchObject({ folder: open, cause: 'writable' });
});

test.each<[string, string, string, boolean]>([
  ['only this user', 'anna:x:1000:', 'anna:x:1000:1000::/home/anna:/bin/sh', true],
  ['this user named', 'anna:x:1000:anna', 'anna:x:1000:1000::/:/bin/sh', true],
  ['another member', 'anna:x:1000:bob', 'anna:x:1000:1000::/:/bin/sh', false],
  ['two members', 'users:x:1000:anna,bob', 'anna:x:1000:1000::/:/bin/sh', false],
  [
    'another user with this primary group',
    'users:x:1000:',
    'anna:x:1000:1000::/:\nbob:x:1001:1000::/:',
    false,
  ],
  ['a directory service', 'root:x:0:', 'anna:x:1000:1000::/:', false],
  ['a user of a directory service', 'anna:x:1000:', 'root:x:0:0::/:', false],
  ['two groups of one id', 'anna:x:1000:\nall:x:1000:', 'anna:x:1000:1000::/:', false],
  ['nothing', '', '', false],
])('decides whether a group with %s is private', (_who, groups, users, isPrivate) => {
  expect(isPrivateGroup({ gid: 1000, username: 'anna', groups, users })).toBe(isPrivate);
});

// The data folder, and the temporary folder that Chromium gets if the data folder is not writable.
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { App } from 'electron';
import { openDataFolder } from '../../src/main/shell/data-folder.ts';

let home: string;
// A unique name, because the temporary folder is shared.
const name = `latchkey-test-${process.pid}`;
const passing = path.join(tmpdir(), `${name}-${process.getuid?.() ?? 'user'}`);

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'latchkey-folder-'));
});

afterEach(async () => {
  await rm(passing, { recursive: true, force: true });
  await rm(home, { recursive: true, force: true });
});

/** The used part of Electron's app. `refuses`: Electron could not create the folder. */
function fakeApp(refuses = false, switched = '') {
  const moved = new Map<string, string>();
  const app: Parameters<typeof openDataFolder>[0] = {
    getName: () => name,
    commandLine: { hasSwitch: (what: string) => what === switched } as App['commandLine'], // the used part
    getPath: (which) => {
      const to = moved.get(which);
      if (to !== undefined) return to;
      if (which === 'userData' && refuses) throw new Error("Failed to get 'userData' path");
      return which === 'appData' ? home : path.join(home, name);
    },
    setPath: (which, to) => void moved.set(which, to),
  };
  return { app, moved };
}

it('the folder is created for this user only and stays empty', async () => {
  const { app, moved } = fakeApp();
  const folder = path.join(home, name);
  expect(openDataFolder(app)).toEqual({ folder, writable: true, lockable: true });
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect(await readdir(folder)).toEqual([]);
  expect(moved.size).toBe(0);
});

describe('on Windows', () => {
  const open = (app: ReturnType<typeof fakeApp>['app'], local?: string) =>
    openDataFolder(app, {
      platform: 'win32',
      env: local === undefined ? {} : { LOCALAPPDATA: local },
    });

  it('the folder is in the local part of the profile, never in the roaming part', async () => {
    const { app, moved } = fakeApp();
    const folder = path.join(home, 'Local', name);
    expect(open(app, path.join(home, 'Local'))).toEqual({ folder, writable: true, lockable: true });
    expect(Object.fromEntries(moved)).toEqual({ userData: folder, sessionData: folder });
    expect(await readdir(home)).toEqual(['Local']);
  });

  it('a folder that cannot be created is not replaced by the roaming one', async () => {
    const { app, moved } = fakeApp();
    await writeFile(path.join(home, 'Local'), 'in the way');
    const folder = path.join(home, 'Local', name);
    expect(open(app, path.join(home, 'Local'))).toMatchObject({ folder, writable: false });
    expect(moved.get('userData')).toBe(passing);
  });

  it("Electron's folder is used with its switch, and without LOCALAPPDATA", () => {
    const [switched, bare] = [fakeApp(false, 'user-data-dir'), fakeApp()];
    for (const data of [open(switched.app, path.join(home, 'Local')), open(bare.app)])
      expect(data.folder).toBe(path.join(home, name));
  });
});

it.each([
  ['a file has its name', false],
  ['Electron could not create its folder', true],
])('Chromium gets a temporary folder, the same each time, if %s', async (_why, refuses) => {
  await writeFile(path.join(home, name), 'in the way');
  for (let start = 0; start < 2; start += 1) {
    const { app, moved } = fakeApp(refuses);
    expect(openDataFolder(app)).toEqual({
      folder: path.join(home, name),
      writable: false,
      lockable: true,
    });
    expect(Object.fromEntries(moved)).toEqual({ userData: passing, sessionData: passing });
    expect((await stat(passing)).mode & 0o777).toBe(0o700);
  }
});

describe('a temporary folder that another user may have created', () => {
  const plant: Readonly<Record<string, () => Promise<unknown>>> = {
    'a link': () => symlink(home, passing),
    'a file': () => writeFile(passing, ''),
    'open to others': async () => {
      await mkdir(passing);
      await chmod(passing, 0o777);
    },
    'of another user': async () => {
      await mkdir(passing, { mode: 0o700 });
      await chown(passing, 65534, 65534);
    },
  };

  it.each(Object.keys(plant))('is not used: %s', async (what) => {
    // Only root can change the owner of a folder.
    if (what === 'of another user' && process.getuid?.() !== 0) return;
    await writeFile(path.join(home, name), 'in the way');
    await plant[what]?.();
    const { app, moved } = fakeApp();
    expect(openDataFolder(app)).toMatchObject({ writable: false, lockable: false });
    expect(moved.size).toBe(0);
  });
});

// Where the program is stored on each system if the user chose no other folder.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openProgramHome, programHomeOf } from '../../src/main/adapters/delivery/open-program.ts';

const windows = {
  APPDATA: 'C:\\Users\\anna\\AppData\\Roaming',
  LOCALAPPDATA: 'C:\\Users\\anna\\AppData\\Local',
};

test.each<[string, string, Record<string, string>, string, string]>([
  [
    'on Windows the program is not stored in the roaming profile',
    'win32',
    windows,
    'C:\\Users\\anna\\AppData\\Roaming\\Northwind',
    'C:\\Users\\anna\\AppData\\Local\\Northwind',
  ],
  [
    'on Windows the path of the profile is compared in any case',
    'win32',
    windows,
    'c:\\users\\anna\\appdata\\roaming\\Northwind',
    'C:\\Users\\anna\\AppData\\Local\\Northwind',
  ],
  [
    'on Windows the program is not stored in a profile on a server',
    'win32',
    { APPDATA: '\\\\files\\profiles\\anna\\Roaming', LOCALAPPDATA: 'D:\\Local\\anna' },
    '\\\\files\\profiles\\anna\\Roaming\\Northwind',
    'D:\\Local\\anna\\Northwind',
  ],
  [
    'on Windows a configured folder is used unchanged',
    'win32',
    windows,
    'D:\\Northwind',
    'D:\\Northwind',
  ],
  [
    'on Windows a folder that only begins like the profile is used unchanged',
    'win32',
    windows,
    'C:\\Users\\anna\\AppData\\Roaming2\\Northwind',
    'C:\\Users\\anna\\AppData\\Roaming2\\Northwind',
  ],
  [
    'on Windows the data folder is used without LOCALAPPDATA',
    'win32',
    { APPDATA: windows.APPDATA },
    'C:\\Users\\anna\\AppData\\Roaming\\Northwind',
    'C:\\Users\\anna\\AppData\\Roaming\\Northwind',
  ],
  [
    'on macOS the program is stored beside the data',
    'darwin',
    {},
    '/Users/anna/Library/Application Support/Northwind',
    '/Users/anna/Library/Application Support/Northwind',
  ],
  [
    'on Linux the program is stored beside the data',
    'linux',
    {},
    '/home/anna/.config/Northwind',
    '/home/anna/.config/Northwind',
  ],
  [
    'on Linux the variables of Windows are ignored',
    'linux',
    { APPDATA: '/home/anna/.config', LOCALAPPDATA: '/tmp' },
    '/home/anna/.config/Northwind',
    '/home/anna/.config/Northwind',
  ],
])('%s', (_what, system, env, dataFolder, home) => {
  expect(programHomeOf({ system, env, dataFolder })).toBe(home);
});

test('the local folder is created on Windows; if that fails, the data folder is used', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'latchkey-home-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [roaming, local] = [path.join(root, 'Roaming'), path.join(root, 'Local')];
  const dataFolder = path.join(roaming, 'Northwind');
  const parts = { system: 'win32', env: { APPDATA: roaming, LOCALAPPDATA: local }, dataFolder };
  expect(openProgramHome(parts)).toBe(path.join(local, 'Northwind'));
  expect(existsSync(path.join(local, 'Northwind'))).toBe(true);
  rmSync(local, { recursive: true });
  writeFileSync(local, 'a file');
  expect(openProgramHome(parts)).toBe(dataFolder);
  // On other systems, the function creates no folder.
  expect(openProgramHome({ ...parts, system: 'linux' })).toBe(dataFolder);
  expect(existsSync(roaming)).toBe(false);
});

// Whether this program runs from the AppImage that its variables name. Programs that an AppImage
// starts inherit these variables.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findOwnAppImage } from '../../src/main/adapters/own-app-image.ts';

const image = '/home/anna/Northwind.AppImage';
const mounted = {
  platform: 'linux',
  env: { APPIMAGE: image, APPDIR: '/tmp/.mount_north' },
  execPath: '/tmp/.mount_north/northwind',
};

it('finds the AppImage of a program inside its mounted folder', { tags: 'linux' }, () => {
  expect(findOwnAppImage(mounted)).toBe(image);
});

it('finds the AppImage if the folder for temporary files is a link', { tags: 'links' }, () => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'latchkey-mount-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(path.join(folder, 'real/.mount_north'), { recursive: true });
  symlinkSync(path.join(folder, 'real'), path.join(folder, 'tmp'));
  const env = { APPIMAGE: image, APPDIR: path.join(folder, 'tmp/.mount_north') };
  const execPath = path.join(folder, 'real/.mount_north/northwind');
  expect(findOwnAppImage({ ...mounted, env, execPath })).toBe(image);
});

it.each([
  ['in a package of the system', { execPath: '/opt/Northwind/northwind' }],
  ['in a folder whose name begins alike', { execPath: '/tmp/.mount_northern/northwind' }],
  ['without variables', { env: {} }],
  ['without the file', { env: { APPDIR: '/tmp/.mount_north' } }],
  ['without the folder', { env: { APPIMAGE: image } }],
  ['with a relative file', { env: { ...mounted.env, APPIMAGE: 'Northwind.AppImage' } }],
  ['with a relative folder', { env: { ...mounted.env, APPDIR: '.' } }],
  ['on another system', { platform: 'darwin' }],
])('finds none for a program %s', (_where, change) => {
  expect(findOwnAppImage({ ...mounted, ...change })).toBeNull();
});

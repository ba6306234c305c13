// Finds Electron in the folder ELECTRON_OVERRIDE_DIST_PATH or in node_modules, or downloads it.
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { root } from './build-if-stale.js';
import { startChild } from './children.js';

const downloadWithinMs = 120_000;
const electronFolder = join(root, 'node_modules/electron');

/** Path of the executable inside a distribution. */
const program =
  process.platform === 'win32'
    ? 'electron.exe'
    : process.platform === 'darwin'
      ? 'Electron.app/Contents/MacOS/Electron'
      : 'electron';

/** Returns the folder of the distribution, or null. ELECTRON_OVERRIDE_DIST_PATH has priority. */
export function electronDistribution() {
  const named = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const folder = named === undefined || named === '' ? join(electronFolder, 'dist') : named;
  if (!existsSync(join(folder, program))) return null;
  // The installer writes path.txt last, so the download was interrupted if the file is missing.
  return folder === named || existsSync(join(electronFolder, 'path.txt')) ? folder : null;
}

/** @param {string} distribution */
export function electronProgram(distribution) {
  return join(distribution, program);
}

/** @param {string} distribution */
export function electronVersion(distribution) {
  return readFileSync(join(distribution, 'version'), 'utf8').trim().replace(/^v/, '');
}

/**
 * Returns the executable. If needed, downloads it within 120 s, with progress on stderr.
 * @returns {Promise<{ ok: true, program: string } | { ok: false, reason: string }>}
 */
export async function findElectron() {
  const installed = electronDistribution();
  if (installed !== null) return { ok: true, program: electronProgram(installed) };
  const named = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (named !== undefined && named !== '')
    return { ok: false, reason: `there is no Electron in ${named} (ELECTRON_OVERRIDE_DIST_PATH)` };
  const reasonText = await download();
  const downloaded = electronDistribution();
  if (downloaded !== null) return { ok: true, program: electronProgram(downloaded) };
  return { ok: false, reason: `Electron could not be downloaded (${reasonText})` };
}

/** Runs the package's installer. Returns the reason to report if Electron is still missing. */
async function download() {
  const { version } = JSON.parse(readFileSync(join(electronFolder, 'package.json'), 'utf8'));
  const startedAt = Date.now();
  const report = () => {
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.error(`Downloading Electron ${version}, once, about 120 MB ... ${seconds} s`);
  };
  report();
  const progress = setInterval(report, 5_000);
  const child = startChild(process.execPath, [join(electronFolder, 'install.js')], {
    stdout: 2,
    stderr: 'pipe',
  });
  let output = '';
  child.stderr?.on('data', (chunk) => (output += String(chunk)));
  const killTimer = setTimeout(() => child.kill(), downloadWithinMs);
  const [exitCode, signal] = await once(child, 'close');
  clearTimeout(killTimer);
  clearInterval(progress);
  if (signal !== null) return `not finished after ${downloadWithinMs / 1000} s`;
  return errorLine(output) ?? `exit code ${exitCode}`;
}

/**
 * Returns the line of a stack trace that states the error.
 * @param {string} text
 */
function errorLine(text) {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.find((line) => /error/i.test(line)) ?? lines.find((line) => line !== '');
}

// Finds and installs the programs that tests need: Chromium, Electron with a display, PostgreSQL.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import {
  findPostgresql,
  postgresqlVersion,
} from '../packages/service/test/support/postgresql-server.ts';
import { root } from './build-if-stale.js';
import { electronDistribution, electronVersion } from './electron-binary.js';

/**
 * @typedef {{ ok: true, what: string, env: NodeJS.ProcessEnv }
 *   | { ok: false, reason: string }} TestProgram
 *   `what` is the program with its version. `reason` completes "skipped, because".
 */

/**
 * Installs the requirements of the window and PostgreSQL tests, on Debian as root or with CI=true.
 * Returns the folder of the installed Electron, or null.
 * @returns {string | null}
 */
export function setUpMachine() {
  const isDebian = existsSync('/etc/debian_version');
  if (!isDebian || (process.getuid?.() !== 0 && process.env.CI !== 'true')) return null;
  const script = join(root, 'test/support/setup-debian.sh');
  try {
    const output = execFileSync('bash', [script], { stdio: ['ignore', 'pipe', 2] });
    return output.toString().trim().split('\n').at(-1) ?? null;
  } catch {
    console.error('Setting up the machine failed; suites that lack something are skipped.');
    return null;
  }
}

/**
 * Prefers Chromium's headless shell, which renders the same pages in two thirds of the time.
 * @returns {TestProgram}
 */
export function findPageEngine() {
  return findChromium(['chromium-headless-shell', ...browsers]);
}

/** @returns {TestProgram} a full browser, which users have too */
export function findBrowser() {
  return findChromium(browsers);
}

const browsers = ['chromium', 'google-chrome'];

/**
 * @param {readonly string[]} names names of programs in the PATH
 * @returns {TestProgram}
 */
function findChromium(names) {
  const candidates = [process.env.CHROMIUM_PATH, ...names.map(inPath)];
  const program = candidates.find((file) => file !== undefined && existsSync(file));
  if (program === undefined)
    return { ok: false, reason: 'no Chromium is in the PATH and CHROMIUM_PATH is not set' };
  const version = execFileSync(program, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] });
  return { ok: true, what: version.toString().trim(), env: { CHROMIUM_PATH: program } };
}

/**
 * @param {string | null} prepared the folder that setUpMachine returned
 * @returns {TestProgram}
 */
export function findElectronToTest(prepared) {
  const distribution = prepared ?? electronDistribution();
  if (distribution === null)
    return { ok: false, reason: 'no Electron is installed: "npm start" downloads it once' };
  if (process.platform === 'linux' && inPath('Xvfb') === undefined)
    return { ok: false, reason: 'Xvfb is not installed' };
  const env = { ELECTRON_OVERRIDE_DIST_PATH: distribution };
  return { ok: true, what: `Electron ${electronVersion(distribution)}`, env };
}

/**
 * Finds the programs of the PostgreSQL server. Tests start their own server.
 * @returns {TestProgram}
 */
export function findPostgresqlToTest() {
  const programs = findPostgresql();
  if (programs === null) return { ok: false, reason: 'PostgreSQL is not installed' };
  return { ok: true, what: `PostgreSQL ${postgresqlVersion(programs)}`, env: {} };
}

/** @param {string} name */
function inPath(name) {
  const files = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  return files.find((file) => existsSync(file));
}

// What this machine can run the tests in: a Chromium, an Electron with a display, a PostgreSQL.
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
 * @typedef {{ ok: true, what: string, env: NodeJS.ProcessEnv } | { ok: false, reason: string }} Place
 *   `what` runs there, with its version; `reason`: the end of a sentence
 */

/**
 * On Debian, as root or with CI=true: installs what the tests in windows and on PostgreSQL need. Returns the folder of its
 * Electron, or null.
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
 * Chromium without its browser windows where it is installed: it draws the same pages in two thirds of the time.
 * @returns {Place}
 */
export function findPageEngine() {
  return findChromium(['chromium-headless-shell', ...browsers]);
}

/** @returns {Place} a whole browser, as people have it */
export function findBrowser() {
  return findChromium(browsers);
}

const browsers = ['chromium', 'google-chrome'];

/**
 * @param {readonly string[]} names in the PATH
 * @returns {Place}
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
 * @returns {Place}
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
 * The server's programs; the tests start their own server.
 * @returns {Place}
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

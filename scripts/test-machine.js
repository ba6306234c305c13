// What this machine can run the tests in: a Chromium, an Electron with a display, a PostgreSQL.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { findPostgresql, postgresqlVersion } from '../test/support/postgresql-server.ts';
import { root } from './build-if-stale.js';
import { electronDistribution, electronProgram, electronVersion } from './electron-binary.js';

/**
 * @typedef {{ ok: true, where: string, env: NodeJS.ProcessEnv, wrapper: string[] } | { ok: false, reason: string }} Place
 *   `where`: as the end of a sentence; `wrapper`: program and arguments that go before the command
 */

/**
 * On Debian, as root or with CI=true: installs what the tests in windows and on PostgreSQL need. The folder of its Electron, or null.
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
    console.error('The machine could not be made ready; what is missing is skipped.');
    return null;
  }
}

/**
 * The engine alone where there is one: it draws the same pages with two thirds of the processor's time.
 * @returns {Place}
 */
export function findEngine() {
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
  const candidates = [process.env.CHROMIUM_PATH, ...names.flatMap(inPath)];
  const program = candidates.find((file) => file !== undefined && existsSync(file));
  if (program === undefined)
    return { ok: false, reason: 'no Chromium in the PATH, and CHROMIUM_PATH is not set' };
  const version = firstLineOf(program, ['--version']);
  return {
    ok: true,
    where: `in ${version.replace(/^(?:Chromium|HeadlessChrome)\s+([\d.]+).*$/, 'Chromium $1')}`,
    env: { CHROMIUM_PATH: program },
    wrapper: [],
  };
}

/**
 * @param {string | null} prepared the folder that setUpMachine gave
 * @returns {Place}
 */
export function findElectronToTest(prepared) {
  const distribution = prepared ?? electronDistribution();
  if (distribution === null)
    return { ok: false, reason: 'no Electron: run "npm start" once, it downloads it' };
  const env = { ELECTRON_OVERRIDE_DIST_PATH: distribution };
  const chromium = chromiumWithin(electronProgram(distribution));
  const where = `in Electron ${electronVersion(distribution)}${chromium}`;
  if (process.platform !== 'linux') return { ok: true, where, env, wrapper: [] };
  const [xvfb] = inPath('xvfb-run');
  if (xvfb === undefined) return { ok: false, reason: 'xvfb-run is not installed' };
  // -ac: the display's key would belong to the user who runs the tests, and Electron runs as another one.
  const wrapper = [xvfb, '-a', '-s', '-ac -screen 0 1280x900x24'];
  return { ok: true, where: `${where} under Xvfb`, env, wrapper };
}

/** @returns {Place} */
export function findSqlite() {
  const db = new BetterSqlite3(':memory:');
  const version = db.prepare('select sqlite_version()').pluck().get();
  db.close();
  return { ok: true, where: `service on SQLite ${version}`, env: {}, wrapper: [] };
}

/**
 * The server's programs; the tests start one of their own.
 * @returns {Place}
 */
export function findPostgresqlToTest() {
  const programs = findPostgresql();
  if (programs === null) return { ok: false, reason: 'PostgreSQL is not installed' };
  const where = `service on PostgreSQL ${postgresqlVersion(programs)}`;
  return { ok: true, where, env: {}, wrapper: [] };
}

/** @param {string} name */
function inPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .filter((file) => existsSync(file));
}

/**
 * Such as " (Chromium 150.0.7100.20)": the version of the user agent, as it stands in Electron's program. Asking a running
 * Electron would need a window. Empty where the program holds none (macOS keeps it in a library).
 * @param {string} program
 */
function chromiumWithin(program) {
  const bytes = readFileSync(program);
  for (let at = bytes.indexOf('Chrome/'); at !== -1; at = bytes.indexOf('Chrome/', at + 1)) {
    const [, version] =
      /^Chrome\/(\d+(?:\.\d+){3})/.exec(bytes.toString('latin1', at, at + 40)) ?? [];
    if (version !== undefined) return ` (Chromium ${version})`;
  }
  return '';
}

/**
 * @param {string} program
 * @param {string[]} args
 */
function firstLineOf(program, args) {
  try {
    const output = execFileSync(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    return output.toString().trim().split('\n')[0] ?? 'unknown version';
  } catch {
    return 'unknown version';
  }
}

// Builds when something that goes into the build is newer than the newest complete build. Speaks on stderr only.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild } from './children.js';
import { Refusal } from './refusal.js';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Folders that the build reads. */
export const sources = [
  'src',
  ...['cli', 'client', 'kit', 'protocol', 'service'].map((name) => `packages/${name}/src`),
];

const inputs = [
  ...sources,
  'vite.config.ts',
  'package-lock.json',
  'package.json',
  'tsconfig.base.json',
];

/** Builds into out/ if it is older than the sources. Throws a Refusal when the build fails. */
export async function buildIfStale() {
  if (await isStale(root)) await build();
}

/**
 * True when a source is newer than the newest complete build, or there is none.
 * @param {string} project
 */
export async function isStale(project) {
  const builtAtMs = await newestBuildAt(project);
  const changes = await Promise.all(inputs.map((input) => newestChangeAt(join(project, input))));
  return changes.some((changedAtMs) => changedAtMs >= builtAtMs);
}

/** Builds into out/. Throws a Refusal when the build fails. */
export async function build() {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  if (!existsSync(vite)) throw new Refusal('The packages are missing: run "npm ci" first.');
  console.error('Building ...');
  // stdout belongs to the caller's one line of JSON, so the build writes both to stderr.
  const child = startChild(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdout: 2,
    stderr: 2,
  });
  const [exitCode] = await once(child, 'exit');
  if (exitCode !== 0) throw new Refusal('The build failed; the reason is above.');
}

/**
 * Unix milliseconds; 0 when there is no complete build.
 * @param {string} project
 */
async function newestBuildAt(project) {
  try {
    return Number(await readFile(join(project, 'out/built-at'), 'utf8'));
  } catch {
    return 0;
  }
}

/**
 * Unix milliseconds of the newest change in a file or folder. Folders count too: they change when a file goes away.
 * @param {string} path
 * @returns {Promise<number>}
 */
async function newestChangeAt(path) {
  const own = await stat(path);
  if (!own.isDirectory()) return own.mtimeMs;
  const names = await readdir(path);
  const changes = await Promise.all(names.map((name) => newestChangeAt(join(path, name))));
  return Math.max(own.mtimeMs, ...changes);
}

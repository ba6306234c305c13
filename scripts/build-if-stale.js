// Builds the project if a source is newer than the last complete build. Writes to stderr only.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild } from './children.js';
import { Refusal } from './refusal.js';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The source folders that the build reads. */
export const sources = [
  'src',
  ...['cli', 'client', 'desk', 'kit', 'page', 'protocol', 'seller-copy', 'service', 'web'].map(
    (name) => `packages/${name}/src`,
  ),
];

const inputs = [
  ...sources,
  'scripts/build',
  'vite.config.ts',
  'packages/desk/vite.config.ts',
  'packages/desk/index.html',
  'packages/page/vite.config.ts',
  'packages/page/index.html',
  'package-lock.json',
  'package.json',
  'tsconfig.base.json',
];

/** Builds if the build is stale. Throws a Refusal if the build fails. */
export async function buildIfStale() {
  if (await isStale(root)) await build();
}

/**
 * Returns true if a source is newer than the last complete build, or if no build is complete.
 * @param {string} project
 */
export async function isStale(project) {
  const builtAtMs = await lastBuildStartedAt(project);
  const changes = await Promise.all(inputs.map((input) => newestChangeAt(join(project, input))));
  return changes.some((changedAtMs) => changedAtMs >= builtAtMs);
}

/** Builds the loader and the packages. Throws a Refusal if the build fails. */
export async function build() {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  if (!existsSync(vite)) throw new Refusal('The packages are missing: run "npm ci" first.');
  console.error('Building ...');
  // The caller prints one line of JSON on stdout, so the build's stdout goes to stderr.
  const child = startChild(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdout: 2,
    stderr: 2,
  });
  const [exitCode] = await once(child, 'exit');
  if (exitCode !== 0) throw new Refusal('The build failed; the reason is above.');
}

/**
 * Returns the start of the last complete build in unix milliseconds, or 0 without one.
 * @param {string} project
 */
async function lastBuildStartedAt(project) {
  try {
    return Number(await readFile(join(project, 'out/built-at'), 'utf8'));
  } catch {
    return 0;
  }
}

/**
 * Returns the latest modification time of a path and everything in it, in unix milliseconds. The
 * times of folders count too, because they change when a file is removed.
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

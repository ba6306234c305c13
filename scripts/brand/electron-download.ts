// Refuses to build without Electron before anything is built, because electron-builder tries to
// download it for a minute and then prints a stack trace.
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { Refusal } from '../refusal.js';
import { electronVersionOf, optionOf } from './engine-versions.ts';

const probeMs = 5_000;

export async function isGitHubReachable(): Promise<boolean> {
  return (await ask('https://github.com'))?.ok === true;
}

function ask(url: string): Promise<Response | null> {
  const signal = AbortSignal.timeout(probeMs);
  return fetch(url, { method: 'HEAD', signal }).catch(() => null);
}

/** `given`: the arguments for electron-builder. Throws a Refusal. */
export async function requireElectron(
  given: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const version = electronVersionOf(given);
  if (optionOf(given, 'electronDist') !== null || isCached(version, env)) return;
  // electron-builder uses a proxy that this script does not.
  if (env['ELECTRON_GET_USE_PROXY'] !== undefined) return;
  const mirror = mirrorOf(env);
  // The root of a mirror may be no page.
  if (mirror === null ? await isGitHubReachable() : await ask(mirror)) return;
  const { host } = new URL(mirror ?? 'https://github.com');
  throw new Refusal(
    `Electron ${version} must be downloaded, but ${host} is unreachable: connect to the network, or add -c.electronDist=FOLDER with an unpacked Electron.`,
  );
}

/** The variables that @electron/get reads. */
function mirrorOf(env: NodeJS.ProcessEnv): string | null {
  const names = Object.keys(env).filter((name) =>
    /^(npm_(package_)?config_)?electron_mirror$/i.test(name),
  );
  return (
    names.map((name) => env[name]).find((value) => value !== undefined && URL.canParse(value)) ??
    null
  );
}

/** The archive stays in the folder that @electron/get uses. */
function isCached(version: string, env: NodeJS.ProcessEnv): boolean {
  const folder = cacheFolder(env);
  return (
    existsSync(folder) &&
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((file) =>
      path.basename(file).startsWith(`electron-v${version}-`),
    )
  );
}

function cacheFolder(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'darwin') return path.join(homedir(), 'Library/Caches/electron');
  if (process.platform === 'win32') return path.join(env['LOCALAPPDATA'] ?? '', 'electron/Cache');
  return path.join(env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'), 'electron');
}

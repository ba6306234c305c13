// Runs the installer of a newer loader on Windows. It closes this program, replaces its files with
// a progress bar, and starts the new version.
import { spawn as spawnChild } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { LoaderInstaller } from '../core/flows/loader-install.ts';
import { copyVerified, problemOf } from './verified-copy.ts';

export interface WindowsInstallerParts {
  /** Absolute path of a folder for the installer alone, in the user's local profile. */
  readonly folder: string;
  readonly spawn?: typeof spawnChild;
  /** Ends this program. */
  readonly quit: () => void;
  /** Milliseconds in which an installer that was stopped ends; this program is still running. */
  readonly watchMs?: number;
}

const defaultWatchMs = 5000;

export function createWindowsInstaller({
  folder,
  spawn = spawnChild,
  quit,
  watchMs = defaultWatchMs,
}: WindowsInstallerParts): LoaderInstaller {
  return {
    async prepare(from) {
      try {
        await rm(folder, { recursive: true, force: true });
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const copy = path.join(folder, path.basename(from.file));
        await copyVerified(from, copy, 0o700);
        const place = () => run(spawn, copy, watchMs);
        return { ok: true, previousSha256: null, isPlacedImmediately: false, place };
      } catch (error) {
        return { ok: false, cause: problemOf(error) };
      }
    },
    // The previous installer is no longer on this computer.
    restore: () => Promise.resolve(false),
    restart: quit,
  };
}

/**
 * Resolves when the installer has run for a while, or has succeeded. Rejects if a security program
 * stops it, because this program would then end without a new version.
 * `--updated`: electron-builder's switch for an update.
 */
function run(spawn: typeof spawnChild, file: string, watchMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, ['--updated'], { detached: true, stdio: 'ignore', shell: false });
    let timer: NodeJS.Timeout | undefined;
    child.once('error', reject);
    child.once('spawn', () => {
      timer = setTimeout(() => {
        child.unref();
        resolve();
      }, watchMs);
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve();
      else reject(new Error(`The installer ended with ${signal ?? code}.`));
    });
  });
}

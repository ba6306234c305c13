// Opens the data folder of the program. If it is not writable, the program runs without saving.
import { lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { App } from 'electron';

export interface DataFolder {
  readonly folder: string;
  readonly writable: boolean;
  /** Whether there is a folder for the single-instance lock. */
  readonly lockable: boolean;
}

type UsedApp = Pick<App, 'getPath' | 'setPath' | 'getName' | 'commandLine'>;

/** Call it first, because Chromium's files and the single-instance lock are in this folder too. */
export function openDataFolder(
  app: UsedApp,
  { platform, env }: Pick<NodeJS.Process, 'platform' | 'env'> = process,
): DataFolder {
  const local = platform === 'win32' ? env['LOCALAPPDATA'] : undefined;
  if (local !== undefined && local !== '') keepOutOfRoaming(app, local);
  const folder = findFolder(app);
  if (isWritable(folder)) return { folder, writable: true, lockable: true };
  // Without a folder, Chromium considers the lock taken, and its caches fail one by one.
  const temporaryFolder = createTemporaryFolder(app.getName());
  if (temporaryFolder !== null) setFolder(app, temporaryFolder);
  return { folder, writable: false, lockable: temporaryFolder !== null };
}

/**
 * By default Electron's folder is in the roaming part of the profile, which Windows copies over the
 * network at each sign-in, and which administrators redirect to servers.
 */
function keepOutOfRoaming(app: UsedApp, local: string): void {
  // Set in development only: a package refuses this switch.
  if (app.commandLine.hasSwitch('user-data-dir')) return;
  const folder = path.join(local, app.getName());
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // The caller finds that it is not writable.
  }
  setFolder(app, folder);
}

function setFolder(app: UsedApp, folder: string): void {
  app.setPath('userData', folder);
  app.setPath('sessionData', folder);
}

/** Electron creates the folder on this call, and throws if that fails. */
function findFolder(app: UsedApp): string {
  try {
    return app.getPath('userData');
  } catch {
    return path.join(app.getPath('appData'), app.getName());
  }
}

function isWritable(folder: string): boolean {
  const probe = path.join(folder, `.trial-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(probe, '');
    rmSync(probe);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the same folder at each start; null if it is not usable.
 * SECURITY: everyone can write to its parent, so an existing folder must belong to this user alone.
 */
function createTemporaryFolder(name: string): string | null {
  const user = process.getuid?.();
  const folder = path.join(tmpdir(), `${name}-${user ?? 'user'}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
    return folder;
  } catch {
    return isOwn(folder, user) && isWritable(folder) ? folder : null;
  }
}

function isOwn(folder: string, user: number | undefined): boolean {
  try {
    const facts = lstatSync(folder);
    // On Windows each user has a private temporary folder.
    return (
      facts.isDirectory() &&
      (user === undefined || (facts.uid === user && (facts.mode & 0o077) === 0))
    );
  } catch {
    return false;
  }
}

// The folder for what is kept on this computer, and what happens when it cannot be written: the program runs all the same, and
// keeps nothing.
import { lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { App } from 'electron';

export interface DataFolder {
  readonly folder: string;
  readonly writable: boolean;
  /** There is a place for the lock that lets this program start once. */
  readonly lockable: boolean;
}

/** Must run before anything is written there: Chromium's own files and the lock of a single start go there too. */
export function openDataFolder(app: Pick<App, 'getPath' | 'setPath' | 'getName'>): DataFolder {
  const folder = findFolder(app);
  if (isWritable(folder)) return { folder, writable: true, lockable: true };
  // Without a folder of its own Chromium takes the lock for taken, and its caches fail one by one.
  const passing = makePassing(app.getName());
  if (passing !== null) {
    app.setPath('userData', passing);
    app.setPath('sessionData', passing);
  }
  return { folder, writable: false, lockable: passing !== null };
}

/** Electron makes the folder when it is asked for, and throws when it cannot. */
function findFolder(app: Pick<App, 'getPath' | 'getName'>): string {
  try {
    return app.getPath('userData');
  } catch {
    return path.join(app.getPath('appData'), app.getName());
  }
}

function isWritable(folder: string): boolean {
  const trial = path.join(folder, `.trial-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(trial, '');
    rmSync(trial);
    return true;
  } catch {
    return false;
  }
}

/**
 * The same at each start, so that there is one at most. null: there can be none. SECURITY: everybody may write beside it, so one
 * that is there already counts only when it is this user's own folder and closed to others.
 */
function makePassing(name: string): string | null {
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
    // Windows gives each user a folder of their own for such things.
    return (
      facts.isDirectory() &&
      (user === undefined || (facts.uid === user && (facts.mode & 0o077) === 0))
    );
  } catch {
    return false;
  }
}

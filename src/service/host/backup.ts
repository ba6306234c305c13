// A copy of a data folder that is complete in itself, taken while services may be at work on it: used as --data, it is the
// service of that moment. The database is copied by SQLite itself, so that it is whole.
import {
  chmodSync,
  closeSync,
  copyFileSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
} from 'node:fs';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { secretName } from './keys.ts';
import { StartProblem, errorCode } from '../start-problem.ts';

export interface BackupReport {
  /** Absolute or relative as it was given. */
  readonly folder: string;
  readonly files: number;
  /** Where LATCHKEY_SIGNING_KEY_FILE names another place, the key is not in the folder. */
  readonly hasSigningKey: boolean;
  /** The same with LATCHKEY_SECRET_FILE. */
  readonly hasSecret: boolean;
}

/** `to` must not exist yet. Throws StartProblem for what cannot be read or written. */
export async function backUp(dataFolder: string, to: string): Promise<BackupReport> {
  const database = join(dataFolder, 'latchkey.sqlite');
  if (!existsSync(database))
    throw new StartProblem(`There is no latchkey.sqlite in ${dataFolder}.`);
  try {
    mkdirSync(to, { mode: 0o700 });
    // Before and after: a file that comes or goes meanwhile is there in any case.
    copyFiles(dataFolder, to);
    await copyDatabase(database, join(to, 'latchkey.sqlite'));
    const files = copyFiles(dataFolder, to);
    const copyKey = (name: string) => {
      const isHere = existsSync(join(dataFolder, name));
      if (isHere) copyOne(dataFolder, to, name);
      return isHere;
    };
    const hasSigningKey = copyKey('signing-key.pem');
    return { folder: to, files, hasSigningKey, hasSecret: copyKey(secretName) };
  } catch (error) {
    if (errorCode(error) === 'EEXIST')
      throw new StartProblem(
        `${to} is there already, and nothing is overwritten. Choose another folder.`,
      );
    throw new StartProblem(
      `The backup to ${to} failed (${errorCode(error) || 'no reason given'}).`,
      {
        cause: error,
      },
    );
  }
}

async function copyDatabase(from: string, to: string): Promise<void> {
  // SECURITY: made before anything is in it, for its owner only.
  closeSync(openSync(to, 'wx', 0o600));
  const sqlite = new BetterSqlite3(from, { fileMustExist: true });
  try {
    await sqlite.backup(to);
  } finally {
    sqlite.close();
  }
}

/** Contents are named by their hash and never change, so that what is there already is the same. */
function copyFiles(dataFolder: string, to: string): number {
  const from = join(dataFolder, 'files');
  if (!existsSync(from)) return 0;
  mkdirSync(join(to, 'files'), { mode: 0o700, recursive: true });
  const names = readdirSync(from).filter((name) => /^[0-9a-f]{64}$/.test(name));
  for (const name of names)
    if (!existsSync(join(to, 'files', name))) copyOne(from, join(to, 'files'), name);
  return names.length;
}

function copyOne(from: string, to: string, name: string): void {
  try {
    copyFileSync(join(from, name), join(to, name), constants.COPYFILE_EXCL);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  chmodSync(join(to, name), 0o600);
  const handle = openSync(join(to, name), 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

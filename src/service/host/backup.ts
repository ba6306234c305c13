// A copy of a data folder that is complete in itself, taken while services may be at work on it: used as --data, it is the
// service of that moment. The database is copied by SQLite itself, so that it is whole; what is damaged is not copied, and
// the copy is read before it counts.
import {
  chmodSync,
  closeSync,
  copyFileSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { StartProblem, errorCode } from '../start-problem.ts';
import { installationName } from './identity.ts';
import { openDataOf } from './modes.ts';
import { activeKeyName, keyNamesIn, secretName } from './keys.ts';
import {
  contentsIn,
  databaseName,
  refuseDamaged,
  refuseUnsound,
  withDatabase,
} from './sound-copy.ts';

export interface BackupReport {
  /** Absolute or relative as it was given. */
  readonly folder: string;
  readonly files: number;
  /** Where LATCHKEY_SIGNING_KEY_FILE names another place, the key is not in the folder. */
  readonly hasSigningKey: boolean;
  /** The same with LATCHKEY_SECRET_FILE. */
  readonly hasSecret: boolean;
  /** Sentences about what other users of this machine may read of the original; the copy is its owner's alone. */
  readonly open: readonly string[];
}

/**
 * `to` must not exist yet; where the copy fails, it does not afterwards. Throws StartProblem for what cannot be read or
 * written, and for data that is damaged, with the age of the last good backup.
 */
export async function backUp(dataFolder: string, to: string): Promise<BackupReport> {
  const database = join(dataFolder, databaseName);
  if (!existsSync(database))
    throw new StartProblem(`There is no ${databaseName} in ${dataFolder}.`);
  try {
    refuseDamaged(database);
  } catch (error) {
    throw withLastBackup(error, dataFolder);
  }
  makeFolder(to);
  try {
    const report = await copyAll(dataFolder, to);
    refuseUnsound(to);
    noteBackup(dataFolder, to);
    return report;
  } catch (error) {
    rmSync(to, { recursive: true, force: true });
    if (error instanceof StartProblem)
      throw withLastBackup(new StartProblem(`The copy was not good: ${error.message}`), dataFolder);
    throw new StartProblem(
      `The backup to ${to} failed (${errorCode(error) || 'no reason given'}).`,
      { cause: error },
    );
  }
}

function makeFolder(to: string): void {
  try {
    mkdirSync(to, { mode: 0o700 });
  } catch (error) {
    throw new StartProblem(
      errorCode(error) === 'EEXIST'
        ? `${to} is there already, and nothing is overwritten. Choose another folder.`
        : `The backup to ${to} failed (${errorCode(error)}).`,
      { cause: error },
    );
  }
}

async function copyAll(dataFolder: string, to: string): Promise<BackupReport> {
  // Before and after: a file that comes or goes meanwhile is there in any case.
  copyContents(dataFolder, to);
  await copyDatabase(join(dataFolder, databaseName), join(to, databaseName));
  const files = copyContents(dataFolder, to);
  const copyKey = (name: string) => {
    const isHere = existsSync(join(dataFolder, name));
    if (isHere) copyOne(dataFolder, to, name);
    return isHere;
  };
  copyKey(installationName);
  for (const name of keyNamesIn(dataFolder)) copyKey(name);
  const hasSigningKey = existsSync(join(to, activeKeyName));
  return {
    folder: to,
    files,
    hasSigningKey,
    hasSecret: copyKey(secretName),
    open: openDataOf(dataFolder),
  };
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
  // One file, that can be read where nothing may be written, too.
  withDatabase(to, (copy) => copy.pragma('journal_mode = DELETE'));
}

/** Contents are named by their hash and never change, so that what is there already is the same. */
export function copyContents(from: string, to: string): number {
  const names = contentsIn(from);
  if (existsSync(join(from, 'files')))
    mkdirSync(join(to, 'files'), { mode: 0o700, recursive: true });
  for (const name of names) {
    mkdirSync(dirname(join(to, 'files', name)), { mode: 0o700, recursive: true });
    if (!existsSync(join(to, 'files', name))) copyOne(join(from, 'files'), join(to, 'files'), name);
  }
  return names.length;
}

export function copyOne(from: string, to: string, name: string): void {
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

const lastName = 'last-backup';

/** Beside the data, so that it can be read when the data cannot. */
function noteBackup(dataFolder: string, to: string): void {
  const draft = join(dataFolder, `${lastName}.new`);
  writeFileSync(draft, `${new Date().toISOString()}\n${resolve(to)}\n`, { mode: 0o600 });
  renameSync(draft, join(dataFolder, lastName));
}

/** `error` as it is where it is no StartProblem. */
function withLastBackup(error: unknown, dataFolder: string): unknown {
  if (!(error instanceof StartProblem)) return error;
  return new StartProblem(`${error.message} ${lastBackup(dataFolder, Date.now())}`, {
    cause: error,
  });
}

const dayMs = 86_400_000;

/** A sentence. */
function lastBackup(dataFolder: string, nowMs: number): string {
  const file = join(dataFolder, lastName);
  const [at = '', folder = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  if (Number.isNaN(Date.parse(at))) return 'No good backup of it is known.';
  const days = Math.floor((nowMs - Date.parse(at)) / dayMs);
  const age = days === 0 ? 'less than a day' : days === 1 ? '1 day' : `${days} days`;
  return `The last good backup is ${age} old: ${folder}, of ${at.slice(0, 16).replace('T', ' ')}Z.`;
}

// Backs up a data folder, while services use it, to a folder that can itself be used as --data. The
// copy gets its final name only after it was read back and found intact. The next backup removes
// the remains of a killed backup.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { copyFileDurably, syncFolder } from '../durable-files.ts';
import { StartProblem, errorCode } from '../start-problem.ts';
import { copyDatabase, refuseIfStopped, verifyCopy, type BackupMonitor } from './backup-steps.ts';
import { installationFileName } from './identity.ts';
import { accessWarnings } from './file-access.ts';
import { activeKeyName, keyNamesIn, secretName } from './keys.ts';
import { storedFilesIn, databaseName } from './integrity.ts';
import { plainMs, type UnixMs } from '@latchkey/protocol/units.ts';
import { systemTime } from '../clock.ts';

export interface BackupReport {
  readonly folder: string;
  readonly files: number;
  /** False if LATCHKEY_SIGNING_KEY_FILE puts the key outside the data folder. */
  readonly hasSigningKey: boolean;
  /** False if LATCHKEY_SECRET_FILE puts the secret outside the data folder. */
  readonly hasSecret: boolean;
  /** Warnings about access of other users to the original. The copy is owner-only. */
  readonly open: readonly string[];
}

/** Writes a backup to `to`, which must not exist. A failure leaves nothing. Throws StartProblem. */
export async function backUp(
  dataFolder: string,
  to: string,
  monitor: BackupMonitor,
): Promise<BackupReport> {
  if (!existsSync(join(dataFolder, databaseName)))
    throw new StartProblem(`The folder ${dataFolder} has no ${databaseName}.`);
  const draft = `${resolve(to)}${draftSuffix}${process.pid}`;
  removeUnfinished(resolve(to));
  makeFolder(draft, to);
  try {
    const takenAt = new Date().toISOString();
    const report = await copyAll(dataFolder, draft, monitor);
    await verifyCopy(draft, takenAt, monitor);
    if (existsSync(to)) throw existsProblem(to);
    renameSync(draft, to);
    syncFolder(dirname(resolve(to)));
    recordBackup(dataFolder, to);
    return { ...report, folder: to };
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    refuseIfStopped(monitor);
    throw explainFailure(error, { dataFolder, draft, to });
  }
}

/** Part of a draft folder's name, between the name of `to` and the process id of the backup. */
export const draftSuffix = '.unfinished-';

function removeUnfinished(to: string): void {
  const start = `${basename(to)}${draftSuffix}`;
  const names = existsSync(dirname(to)) ? readdirSync(dirname(to)) : [];
  for (const name of names.filter((name) => name.startsWith(start)))
    if (!isProcessRunning(Number(name.slice(start.length))))
      rmSync(join(dirname(to), name), { recursive: true, force: true });
}

function isProcessRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

interface BackupPaths {
  readonly dataFolder: string;
  readonly draft: string;
  readonly to: string;
}

/** The copy equals the original page by page, so damage in it is in the original too. */
function explainFailure(error: unknown, { dataFolder, draft, to }: BackupPaths): Error {
  const code = errorCode(error);
  if (code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB')
    return withLastBackup(`The database in ${dataFolder} is damaged (${code}).`, dataFolder);
  if (!(error instanceof StartProblem))
    return new StartProblem(`The backup to ${to} failed (${code || 'no reason given'}).`, {
      cause: error,
    });
  if (error.message === existsProblem(to).message) return error;
  const sentence = error.message.replaceAll(draft, () => dataFolder);
  return withLastBackup(`The copy is not usable: ${sentence}`, dataFolder);
}

function existsProblem(to: string): StartProblem {
  return new StartProblem(
    `${to} already exists, and a backup overwrites nothing. Choose another folder.`,
  );
}

function makeFolder(draft: string, to: string): void {
  if (existsSync(to)) throw existsProblem(to);
  try {
    mkdirSync(draft, { mode: 0o700 });
  } catch (error) {
    throw new StartProblem(`The backup to ${to} failed (${errorCode(error)}).`, { cause: error });
  }
}

async function copyAll(
  dataFolder: string,
  to: string,
  monitor: BackupMonitor,
): Promise<BackupReport> {
  // Copies files before and after the database, because files may be added or removed meanwhile.
  copyContents(dataFolder, to);
  await copyDatabase(join(dataFolder, databaseName), join(to, databaseName), monitor);
  const files = copyContents(dataFolder, to);
  const copyIfExists = (name: string) => {
    const exists = existsSync(join(dataFolder, name));
    if (exists) copyFileDurably(dataFolder, to, name);
    return exists;
  };
  copyIfExists(installationFileName);
  for (const name of keyNamesIn(dataFolder)) copyIfExists(name);
  const hasSigningKey = existsSync(join(to, activeKeyName));
  return {
    folder: to,
    files,
    hasSigningKey,
    hasSecret: copyIfExists(secretName),
    open: accessWarnings(dataFolder),
  };
}

/**
 * Copies all stored files and returns their number. Skips files that `to` has already, because a
 * stored file never changes.
 */
export function copyContents(from: string, to: string): number {
  const names = storedFilesIn(from);
  if (existsSync(join(from, 'files')))
    mkdirSync(join(to, 'files'), { mode: 0o700, recursive: true });
  for (const name of names) {
    mkdirSync(dirname(join(to, 'files', name)), { mode: 0o700, recursive: true });
    if (!existsSync(join(to, 'files', name)))
      copyFileDurably(join(from, 'files'), join(to, 'files'), name);
  }
  return names.length;
}

const lastBackupName = 'last-backup';

/** Writes a file beside the database, so that it is readable even if the database is not. */
function recordBackup(dataFolder: string, to: string): void {
  const draft = join(dataFolder, `${lastBackupName}.new`);
  writeFileSync(draft, `${new Date().toISOString()}\n${resolve(to)}\n`, { mode: 0o600 });
  renameSync(draft, join(dataFolder, lastBackupName));
}

function withLastBackup(sentence: string, dataFolder: string): StartProblem {
  return new StartProblem(`${sentence} ${lastBackup(dataFolder, systemTime())}`);
}

const dayMs = 86_400_000;

function lastBackup(dataFolder: string, nowMs: UnixMs): string {
  const last = readLastBackup(dataFolder);
  if (last === null) return 'No good backup of this data is known.';
  const { at, folder } = last;
  const time = at.toISOString().slice(0, 16).replace('T', ' ');
  return `The last good backup is ${ageText(at, nowMs)} old: ${folder}, of ${time}Z.`;
}

export interface LastBackup {
  readonly at: Date;
  readonly folder: string;
}

/** Returns null if no backup of the data was made. */
export function readLastBackup(dataFolder: string): LastBackup | null {
  const file = join(dataFolder, lastBackupName);
  const [at = '', folder = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return Number.isNaN(Date.parse(at)) ? null : { at: new Date(at), folder };
}

export function ageText(at: Date, nowMs: UnixMs): string {
  const days = Math.floor((plainMs(nowMs) - at.getTime()) / dayMs);
  return days <= 0 ? 'less than a day' : days === 1 ? '1 day' : `${days} days`;
}

// Restores a backup to a temporary place: a folder, and for a dump also a new database.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFileDurably } from '../../durable-files.ts';
import { StartProblem, errorCode } from '../../start-problem.ts';
import { copyContents } from '../backup.ts';
import { installationFileName } from '../identity.ts';
import { refuseDamagedContents } from '../integrity.ts';
import { activeKeyName, keyNamesIn, secretName, type KeyLocations } from '../keys.ts';
import { restore } from '../restore.ts';
import type { FoundBackup } from './find-backup.ts';
import { restoreDump } from './restore-dump.ts';

export interface RestoredData {
  readonly locations: KeyLocations;
  readonly remove: () => Promise<void>;
}

/** Places outside the backup that the original uses. */
export interface Elsewhere {
  readonly signingKeyFile: string | undefined;
  readonly secretFile: string | undefined;
  /**
   * URL of a PostgreSQL server on which a database may be created.
   * SECURITY: contains a password.
   */
  readonly drillDatabaseUrl: string | undefined;
}

export interface TemporaryFolder {
  readonly path: string;
  readonly remove: () => void;
}

/**
 * Throws StartProblem for an unusable parent.
 * SECURITY: only its owner can read the folder, because it will contain the keys.
 */
export function makeTemporaryFolder(parent: string = tmpdir()): TemporaryFolder {
  try {
    const path = mkdtempSync(join(parent, 'latchkey-drill-'));
    return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
  } catch (error) {
    throw new StartProblem(`The folder ${parent} cannot be used (${errorCode(error)}).`, {
      cause: error,
    });
  }
}

/** Throws StartProblem with the damage. */
export async function restoreInto(
  dataFolder: string,
  backup: FoundBackup,
  elsewhere: Elsewhere,
): Promise<RestoredData> {
  mkdirSync(dataFolder, { mode: 0o700 });
  if (backup.kind === 'sqlite') {
    restore(backup.folder, dataFolder, new Date());
    takeKeys(dataFolder, elsewhere);
    return { locations: { dataFolder }, remove: () => Promise.resolve() };
  }
  for (const name of [installationFileName, ...keyNamesIn(backup.folder), secretName])
    if (existsSync(join(backup.folder, name))) copyFileDurably(backup.folder, dataFolder, name);
  copyContents(backup.folder, dataFolder);
  refuseDamagedContents(dataFolder);
  takeKeys(dataFolder, elsewhere);
  const { databaseUrl, remove } = await restoreDump(backup.folder, elsewhere.drillDatabaseUrl);
  const signingKeyFile = join(dataFolder, activeKeyName);
  return { locations: { dataFolder, databaseUrl, signingKeyFile }, remove };
}

/** Copies the keys that the original has elsewhere, if the backup lacks them. */
function takeKeys(dataFolder: string, { signingKeyFile, secretFile }: Elsewhere): void {
  for (const [name, place, what] of [
    [activeKeyName, signingKeyFile, 'signing key, and loaders trust only this key'],
    [secretName, secretFile, 'service secret, which decrypts stored data'],
  ] as const) {
    if (existsSync(join(dataFolder, name))) continue;
    if (place === undefined || !existsSync(place))
      throw new StartProblem(`The backup has no ${what}. Store ${name} with every backup.`);
    copyFileSync(place, join(dataFolder, name));
  }
}

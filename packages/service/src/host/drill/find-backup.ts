// Finds the backup that a drill restores.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { StartProblem } from '../../start-problem.ts';
import { draftSuffix, readLastBackup } from '../backup.ts';
import { readRecord } from '../backup-record.ts';
import { databaseName } from '../integrity.ts';

/** The dump of a PostgreSQL database, beside the keys and files (docs/operating.md#postgresql). */
export const dumpName = 'latchkey.dump';

export interface FoundBackup {
  readonly folder: string;
  readonly kind: 'sqlite' | 'postgresql';
  readonly takenAt: Date;
}

/**
 * Returns the backup in `from`, or the newest of those in its folders. Without `from`, returns the
 * last backup of the data. Throws StartProblem if there is none.
 */
export function findBackup(dataFolder: string, from: string | undefined): FoundBackup {
  const place = from ?? readLastBackup(dataFolder)?.folder;
  if (place === undefined)
    throw new StartProblem('No backup of this data is known. Name its folder with --from.');
  if (!existsSync(place) || !statSync(place).isDirectory())
    throw new StartProblem(`The folder ${place} does not exist.`);
  if (basename(place).includes(draftSuffix))
    throw new StartProblem(`The backup ${place} was interrupted, and is not complete.`);
  const itself = backupIn(place);
  if (itself !== null) return itself;
  const names = readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.includes(draftSuffix))
    .map(({ name }) => name);
  const [newest] = names
    .map((name) => backupIn(join(place, name)))
    .filter((backup) => backup !== null)
    .sort((one, other) => other.takenAt.getTime() - one.takenAt.getTime());
  if (newest !== undefined) return newest;
  throw new StartProblem(`The folder ${place} has no ${databaseName} and no ${dumpName}.`);
}

function backupIn(folder: string): FoundBackup | null {
  for (const [name, kind] of [
    [databaseName, 'sqlite'],
    [dumpName, 'postgresql'],
  ] as const) {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    if (stats !== undefined) return { folder, kind, takenAt: takenAt(folder) ?? stats.mtime };
  }
  return null;
}

/** A damaged record is reported later, by the comparison. */
function takenAt(folder: string): Date | null {
  try {
    const record = readRecord(folder);
    return record === null ? null : new Date(record.takenAt);
  } catch (error) {
    if (error instanceof StartProblem) return null;
    throw error;
  }
}

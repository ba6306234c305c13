// Records what a backup contains, in the file `backup.json` beside the copied data, so that a drill
// can tell whether the backup changed since.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sumTables, type TableSums } from '../database/table-sums.ts';
import { StartProblem } from '../start-problem.ts';
import { databaseName, withDatabase } from './integrity.ts';

const recordName = 'backup.json';

const recordForm = z.object({
  /** When the snapshot was taken, ISO 8601. */
  takenAt: z.iso.datetime(),
  tables: z.record(z.string(), z.object({ rows: z.int(), sha256: z.string() })),
});
export type BackupRecord = z.infer<typeof recordForm>;

export function writeRecord(folder: string, takenAt: string): void {
  const record = { takenAt, tables: tablesIn(folder) };
  writeFileSync(join(folder, recordName), `${JSON.stringify(record)}\n`, { mode: 0o600 });
}

export function tablesIn(folder: string): TableSums {
  return withDatabase(join(folder, databaseName), sumTables);
}

/** Returns null for a backup of a version that wrote no record. Throws StartProblem. */
export function readRecord(folder: string): BackupRecord | null {
  const file = join(folder, recordName);
  if (!existsSync(file)) return null;
  try {
    return recordForm.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new StartProblem(`The file ${file} is damaged.`, { cause: error });
  }
}

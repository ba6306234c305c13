// Compares restored data with the record of its backup, and with itself.
import { basename } from 'node:path';
import type { Database } from '../../database/schema.ts';
import type { TableSums } from '../../database/table-sums.ts';
import { readRecord, tablesIn } from '../backup-record.ts';
import { storedFilesIn } from '../integrity.ts';
import type { Finding } from '../inspection.ts';
import type { FoundBackup } from './find-backup.ts';

/** How many missing files or tables a sentence lists. */
const maxListed = 3;

/** Throws StartProblem if the record is damaged. */
export function compareTables(backup: FoundBackup, dataFolder: string): Finding {
  const what = 'Rows and sums of all tables';
  const record = backup.kind === 'sqlite' ? readRecord(backup.folder) : null;
  if (record === null)
    return { isOk: true, what, advice: 'Not compared: this backup has no record of them.' };
  const differences = differencesOf(record.tables, tablesIn(dataFolder));
  if (differences.length === 0) return { isOk: true, what: `${what} match the backup`, advice: '' };
  const advice = `The backup changed since it was made: ${listed(differences)}.`;
  return { isOk: false, what, advice };
}

function differencesOf(recorded: TableSums, found: TableSums): readonly string[] {
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(found)])].sort();
  return names.flatMap((name) => {
    const [before, now] = [recorded[name], found[name]];
    if (before === undefined) return [`the table ${name} is new`];
    if (now === undefined) return [`the table ${name} is missing`];
    if (before.rows !== now.rows)
      return [`the table ${name} has ${now.rows} of ${before.rows} rows`];
    return before.sha256 === now.sha256 ? [] : [`the table ${name} has other values`];
  });
}

/** Files that came from a URL are downloaded again, so they are not checked. */
export async function findMissingContents(db: Database, dataFolder: string): Promise<Finding> {
  const what = 'The contents of files and releases';
  const stored = new Set(storedFilesIn(dataFolder).map((path) => basename(path)));
  const files = await db
    .selectFrom('files')
    .select(['name', 'sha256'])
    .where('url', 'is', null)
    .orderBy('name')
    .execute();
  const contents = await db
    .selectFrom('releaseContents')
    .innerJoin('releases', (join) =>
      join
        .onRef('releases.applicationId', '=', 'releaseContents.applicationId')
        .onRef('releases.manifestSha256', '=', 'releaseContents.manifestSha256'),
    )
    .select(['releases.version', 'releases.platform', 'releaseContents.sha256'])
    .where('releases.publishedAt', 'is not', null)
    .orderBy('releases.version')
    .execute();
  const isMissing = ({ sha256 }: { readonly sha256: string }) => !stored.has(sha256);
  const missing = new Set([
    ...files.filter(isMissing).map(({ name }) => `the file "${name}"`),
    ...contents
      .filter(isMissing)
      .map(({ version, platform }) => `a part of release ${version} for ${platform}`),
  ]);
  if (missing.size === 0) return { isOk: true, what: `${what} are complete`, advice: '' };
  return { isOk: false, what, advice: `Missing in the backup: ${listed([...missing])}.` };
}

function listed(items: readonly string[]): string {
  const more = items.length > maxListed ? `, and ${items.length - maxListed} more` : '';
  return `${items.slice(0, maxListed).join(', ')}${more}`;
}

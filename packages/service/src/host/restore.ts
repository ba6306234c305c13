// Replaces a data folder's content with a backup, and keeps the old content beside it. A plan first
// shows the consequences: replaced seller keys, for example, would be valid again.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { keyIdOf } from '../secrets/signing.ts';
import { StartProblem, errorCode } from '../start-problem.ts';
import { copyFileDurably, syncFolder } from '../durable-files.ts';
import { copyContents } from './backup.ts';
import { installationFileName } from './identity.ts';
import { activeKeyName, keyNamesIn, secretName } from './keys.ts';
import { readKeyList } from './signing-keys.ts';
import { databaseName, readFacts, refuseDamagedFolder, withDatabase } from './integrity.ts';
import { systemTime } from '../clock.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';

interface Counts {
  readonly applications: number;
  readonly users: number;
  readonly licenses: number;
}

export interface RestorePlan {
  /** When the copy was written, ISO 8601. */
  readonly copyOf: string;
  readonly copy: Counts;
  /** Null if the current data is missing or damaged. */
  readonly now: Counts | null;
  /** Applications whose seller key has changed. Restoring makes the old key valid again. */
  readonly keysBack: readonly string[];
  /** Additional seller keys that have ended or were deleted, and would be valid again. */
  readonly moreKeysBack: readonly { readonly application: string; readonly label: string }[];
  /** Applications that only the copy has, and those that only the current data has. */
  readonly applicationsBack: readonly string[];
  readonly applicationsLost: readonly string[];
  /** Ids of retired signing keys. Restoring makes them sign again. */
  readonly signingKeysBack: readonly string[];
  /** Ids of newer signing keys, which programs may trust, but the restored data does not list. */
  readonly signingKeysLost: readonly string[];
  /** The copy belongs to another installation. */
  readonly isOther: boolean;
}

interface Application {
  readonly id: string;
  readonly name: string;
  readonly sellerkey_hash: string;
}

/** Compares a copy with the current data. Throws StartProblem if the copy is not intact. */
export function planRestore(from: string, dataFolder: string): RestorePlan {
  refuseDamagedFolder(from);
  const copy = summarise(join(from, databaseName));
  const now = summariseUnlessDamaged(join(dataFolder, databaseName));
  const copyOf = statSync(join(from, databaseName)).mtime.toISOString();
  const currentApplications = now?.applications ?? [];
  const currentOf = (one: Application) => currentApplications.find(({ id }) => id === one.id);
  return {
    copyOf,
    copy: countsOf(copy),
    now: now === null ? null : countsOf(now),
    keysBack: copy.applications
      .filter(
        (application) =>
          currentOf(application) !== undefined &&
          currentOf(application)?.sellerkey_hash !== application.sellerkey_hash,
      )
      .map(({ name }) => name),
    moreKeysBack: copy.sellerKeys
      .filter(
        ({ applicationId, keyHash }) =>
          currentApplications.some(({ id }) => id === applicationId) &&
          now?.sellerKeys.every((sellerKey) => sellerKey.keyHash !== keyHash) === true,
      )
      .map(({ applicationId, label }) => ({
        application: currentApplications.find(({ id }) => id === applicationId)?.name ?? '',
        label,
      })),
    applicationsBack:
      now === null
        ? []
        : copy.applications
            .filter((application) => currentOf(application) === undefined)
            .map(({ name }) => name),
    signingKeysBack: now === null ? [] : without(copy.signingKeys, now.signingKeys),
    signingKeysLost: without(now?.signingKeys ?? [], copy.signingKeys),
    isOther: isOther(from, dataFolder),
    applicationsLost: currentApplications
      .filter(({ id }) => !copy.applications.some((application) => application.id === id))
      .map(({ name }) => name),
  };
}

function isOther(from: string, dataFolder: string): boolean {
  const [one, other] = [from, dataFolder].map((folder) => join(folder, installationFileName));
  if (one === undefined || other === undefined) return false;
  if (!existsSync(one) || !existsSync(other)) return false;
  return readFileSync(one, 'utf8') !== readFileSync(other, 'utf8');
}

interface AdditionalKey {
  readonly applicationId: string;
  readonly keyHash: string;
  readonly label: string;
}

interface DataSummary {
  readonly applications: readonly Application[];
  /** Only keys that are still valid. */
  readonly sellerKeys: readonly AdditionalKey[];
  readonly users: number;
  readonly licenses: number;
  /** Ids of the signing keys, oldest first. */
  readonly signingKeys: readonly string[];
}

function without(some: readonly string[], others: readonly string[]): readonly string[] {
  return some.filter((one) => !others.includes(one));
}

function summarise(file: string): DataSummary {
  return withDatabase(file, (sqlite) => {
    const count = (table: 'users' | 'licenses') =>
      // `count` returns one row.
      (sqlite.prepare(`select count(*) as count from ${table}`).get() as { count: number }).count;
    const applications = sqlite
      .prepare('select id, name, sellerkey_hash from applications order by name')
      .all() as Application[]; // columns of the baseline
    const signingKeys = readKeyList(readFacts(sqlite).get('signing-key')).map(keyIdOf);
    const sellerKeys = sellerKeysOf(sqlite);
    const counts = { users: count('users'), licenses: count('licenses') };
    return { applications, sellerKeys, ...counts, signingKeys };
  });
}

function sellerKeysOf(sqlite: BetterSqlite3.Database): readonly AdditionalKey[] {
  return sqlite
    .prepare(
      'select application_id as applicationId, key_hash as keyHash, label from seller_keys where ends_at is null or ends_at > ? order by label',
    )
    .all(toUnixSeconds(systemTime())) as AdditionalKey[]; // columns of the baseline
}

/** Returns null for damaged or missing data, which a restore repairs. */
function summariseUnlessDamaged(file: string): DataSummary | null {
  if (!existsSync(file)) return null;
  try {
    return summarise(file);
  } catch (error) {
    if (errorCode(error).startsWith('SQLITE')) return null;
    throw error;
  }
}

function countsOf({ applications, users, licenses }: DataSummary): Counts {
  return { applications: applications.length, users, licenses };
}

const sideFiles = ['-wal', '-shm', '-journal'].map((end) => `${databaseName}${end}`);
const replaceableNames = [
  databaseName,
  ...sideFiles,
  'files',
  installationFileName,
  secretName,
] as const;

/** Copies into a new folder, verifies the copy, then swaps both folders. Throws StartProblem. */
export function restore(
  from: string,
  dataFolder: string,
  now: Date,
): { readonly before: string | null } {
  refuseRunningService(join(dataFolder, databaseName));
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const newFolder = join(dataFolder, `restoring-${stamp}`);
  try {
    mkdirSync(newFolder, { mode: 0o700, recursive: true });
    for (const name of [databaseName, installationFileName, ...keyNamesIn(from), secretName])
      if (existsSync(join(from, name))) copyFileDurably(from, newFolder, name);
    copyContents(from, newFolder);
    refuseDamagedFolder(newFolder);
    return { before: swapContents(dataFolder, newFolder, stamp) };
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    throw new StartProblem(`The restore to ${dataFolder} failed (${errorCode(error)}).`, {
      cause: error,
    });
  } finally {
    rmSync(newFolder, { recursive: true, force: true });
  }
}

/** Files that the copy lacks, such as a key stored elsewhere, are not replaced. */
function swapContents(dataFolder: string, newFolder: string, stamp: string): string | null {
  const keys = keyNamesIn(newFolder);
  const newNames = new Set([
    ...replaceableNames.filter((name) => existsSync(join(newFolder, name))),
    ...keys,
  ]);
  const replacedNames = [
    ...replaceableNames.filter(
      (name) =>
        existsSync(join(dataFolder, name)) &&
        (newNames.has(name) || name === 'files' || sideFiles.includes(name)),
    ),
    // Replace all keys or none: the copy's database knows only the keys of the copy.
    ...(keys.includes(activeKeyName) ? keyNamesIn(dataFolder) : []),
  ];
  const before = join(dataFolder, `before-restore-${stamp}`);
  if (replacedNames.length > 0) mkdirSync(before, { mode: 0o700 });
  for (const name of replacedNames) renameSync(join(dataFolder, name), join(before, name));
  for (const name of newNames) renameSync(join(newFolder, name), join(dataFolder, name));
  syncFolder(dataFolder);
  return replacedNames.length > 0 ? before : null;
}

/**
 * Throws StartProblem if a service uses the data, because leaving WAL mode needs exclusive access
 * to the file. The next open enters WAL mode again.
 */
export function refuseRunningService(file: string): void {
  if (!existsSync(file)) return;
  try {
    withDatabase(file, (sqlite) => {
      sqlite.pragma('busy_timeout = 500');
      sqlite.pragma('journal_mode = DELETE');
    });
  } catch (error) {
    if (!errorCode(error).startsWith('SQLITE_BUSY')) return;
    throw new StartProblem('A service is using this data. Stop it first.', { cause: error });
  }
}

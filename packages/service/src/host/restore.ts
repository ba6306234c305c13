// Puts a backup in the place of a data folder's content, which is kept beside it. Before that it says what it would bring back:
// seller keys that were replaced since are good again then.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { keyIdOf } from '../secrets/signing.ts';
import { StartProblem, errorCode } from '../start-problem.ts';
import { copyContents, copyOne } from './backup.ts';
import { installationName } from './identity.ts';
import { activeKeyName, keyNamesIn, secretName } from './keys.ts';
import { readKeyList } from './signing-keys.ts';
import { databaseName, readFacts, refuseUnsound, withDatabase } from './sound-copy.ts';
import { machineNow } from '../clock.ts';
import { inSeconds } from '@latchkey/protocol/units.ts';

interface Content {
  readonly applications: number;
  readonly users: number;
  readonly licenses: number;
}

export interface RestorePlan {
  /** When the copy was written, ISO. */
  readonly copyOf: string;
  readonly copy: Content;
  /** null: there is nothing that could be compared. */
  readonly now: Content | null;
  /** Names of applications whose seller key of the copy is another one than that of now: it would be good again. */
  readonly keysBack: readonly string[];
  /** The same of seller keys beside those, which ended since or are not there any more. */
  readonly moreKeysBack: readonly { readonly application: string; readonly label: string }[];
  /** Applications that are in one of the two only. */
  readonly applicationsBack: readonly string[];
  readonly applicationsLost: readonly string[];
  /** Ids of signing keys that were retired since: they would sign again. */
  readonly signingKeysBack: readonly string[];
  /** Those that were added since: programs may trust them, and the data would not know them. */
  readonly signingKeysLost: readonly string[];
  /** The copy is not one of this data. */
  readonly isOther: boolean;
}

interface Application {
  readonly id: string;
  readonly name: string;
  readonly sellerkey_hash: string;
}

/** Throws StartProblem for a copy that is not whole. */
export function planRestore(from: string, dataFolder: string): RestorePlan {
  refuseUnsound(from);
  const copy = look(join(from, databaseName));
  const now = lookIfPossible(join(dataFolder, databaseName));
  const copyOf = statSync(join(from, databaseName)).mtime.toISOString();
  const there = now?.applications ?? [];
  const same = (one: Application) => there.find(({ id }) => id === one.id);
  return {
    copyOf,
    copy: countsOf(copy),
    now: now === null ? null : countsOf(now),
    keysBack: copy.applications
      .filter((one) => same(one) !== undefined && same(one)?.sellerkey_hash !== one.sellerkey_hash)
      .map(({ name }) => name),
    moreKeysBack: copy.sellerKeys
      .filter(
        ({ applicationId, keyHash }) =>
          there.some(({ id }) => id === applicationId) &&
          now?.sellerKeys.every((one) => one.keyHash !== keyHash) === true,
      )
      .map(({ applicationId, label }) => ({
        application: there.find(({ id }) => id === applicationId)?.name ?? '',
        label,
      })),
    applicationsBack:
      now === null
        ? []
        : copy.applications.filter((one) => same(one) === undefined).map(({ name }) => name),
    signingKeysBack: now === null ? [] : without(copy.signingKeys, now.signingKeys),
    signingKeysLost: without(now?.signingKeys ?? [], copy.signingKeys),
    isOther: isOther(from, dataFolder),
    applicationsLost: there
      .filter(({ id }) => !copy.applications.some((one) => one.id === id))
      .map(({ name }) => name),
  };
}

function isOther(from: string, dataFolder: string): boolean {
  const [one, other] = [from, dataFolder].map((folder) => join(folder, installationName));
  if (one === undefined || other === undefined) return false;
  if (!existsSync(one) || !existsSync(other)) return false;
  return readFileSync(one, 'utf8') !== readFileSync(other, 'utf8');
}

interface OtherKey {
  readonly applicationId: string;
  readonly keyHash: string;
  readonly label: string;
}

interface Look {
  readonly applications: readonly Application[];
  /** Those that go on, of this moment. */
  readonly sellerKeys: readonly OtherKey[];
  readonly users: number;
  readonly licenses: number;
  /** Ids, oldest first. */
  readonly signingKeys: readonly string[];
}

function without(some: readonly string[], others: readonly string[]): readonly string[] {
  return some.filter((one) => !others.includes(one));
}

function look(file: string): Look {
  return withDatabase(file, (sqlite) => {
    const count = (table: 'users' | 'licenses') =>
      (sqlite.prepare(`select count(*) as count from ${table}`).get() as { count: number }).count; // of one row
    const applications = sqlite
      .prepare('select id, name, sellerkey_hash from applications order by name')
      .all() as Application[]; // as 001 made it
    const signingKeys = readKeyList(readFacts(sqlite).get('signing-key')).map(keyIdOf);
    const sellerKeys = sellerKeysOf(sqlite);
    const counts = { users: count('users'), licenses: count('licenses') };
    return { applications, sellerKeys, ...counts, signingKeys };
  });
}

/** None where the data is from before there were any. */
function sellerKeysOf(sqlite: BetterSqlite3.Database): readonly OtherKey[] {
  const table = sqlite.prepare("select 1 from sqlite_master where name = 'seller_keys'").get();
  if (table === undefined) return [];
  return sqlite
    .prepare(
      'select application_id as applicationId, key_hash as keyHash, label from seller_keys where ends_at is null or ends_at > ? order by label',
    )
    .all(inSeconds(machineNow())) as OtherKey[]; // as 013 made it
}

/** What is damaged or missing is what a restore is for. */
function lookIfPossible(file: string): Look | null {
  if (!existsSync(file)) return null;
  try {
    return look(file);
  } catch (error) {
    if (errorCode(error).startsWith('SQLITE')) return null;
    throw error;
  }
}

function countsOf({ applications, users, licenses }: Look): Content {
  return { applications: applications.length, users, licenses };
}

const side = ['-wal', '-shm', '-journal'].map((end) => `${databaseName}${end}`);
const replaced = [databaseName, ...side, 'files', installationName, secretName] as const;

/** Copied beside what is there first, and read again; then names change hands. Throws StartProblem. */
export function restore(
  from: string,
  dataFolder: string,
  now: Date,
): { readonly before: string | null } {
  refuseServed(join(dataFolder, databaseName));
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const fresh = join(dataFolder, `restoring-${stamp}`);
  try {
    mkdirSync(fresh, { mode: 0o700, recursive: true });
    for (const name of [databaseName, installationName, ...keyNamesIn(from), secretName])
      if (existsSync(join(from, name))) copyOne(from, fresh, name);
    copyContents(from, fresh);
    refuseUnsound(fresh);
    return { before: exchange(dataFolder, fresh, stamp) };
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    throw new StartProblem(`The restore to ${dataFolder} failed (${errorCode(error)}).`, {
      cause: error,
    });
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** What the copy does not have, such as a key that lies elsewhere, stays as it is. */
function exchange(dataFolder: string, fresh: string, stamp: string): string | null {
  const keys = keyNamesIn(fresh);
  const brought = new Set([...replaced.filter((name) => existsSync(join(fresh, name))), ...keys]);
  const leaving = [
    ...replaced.filter(
      (name) =>
        existsSync(join(dataFolder, name)) &&
        (brought.has(name) || name === 'files' || side.includes(name)),
    ),
    // All of them or none: those of the copy are the ones that its database knows.
    ...(keys.includes(activeKeyName) ? keyNamesIn(dataFolder) : []),
  ];
  const before = join(dataFolder, `before-restore-${stamp}`);
  if (leaving.length > 0) mkdirSync(before, { mode: 0o700 });
  for (const name of leaving) renameSync(join(dataFolder, name), join(before, name));
  for (const name of brought) renameSync(join(fresh, name), join(dataFolder, name));
  return leaving.length > 0 ? before : null;
}

/** Leaving the journal needs the file for oneself alone; it is gone into again by whoever opens it next. */
function refuseServed(file: string): void {
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

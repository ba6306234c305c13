// Verifies that a data folder is intact: checks the database with SQLite's integrity checks, files
// by the hashes in their names, and keys by the fingerprints in the database.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { unreleasedMigration, unreleasedSentence } from '../database/migrate.ts';
import { openServiceSecret, secretFingerprint } from '../secrets/service-secret.ts';
import { StartProblem, errorCode } from '../start-problem.ts';
import { activeKeyName, secretName } from './keys.ts';
import { openKeys, readKeyList } from './signing-keys.ts';

export const databaseName = 'latchkey.sqlite';

/** Throws StartProblem if SQLite finds damage or cannot read the file. */
export function refuseDamagedDatabase(file: string): void {
  let errors: readonly unknown[];
  try {
    errors = withDatabase(file, (sqlite) => [
      ...(sqlite.pragma('integrity_check(3)') as { integrity_check: string }[]) // SQLite's column
        .map((row) => row.integrity_check)
        .filter((text) => text !== 'ok'),
      ...(sqlite.pragma('foreign_key_check') as unknown[]), // dangling references
    ]);
  } catch (error) {
    if (!errorCode(error).startsWith('SQLITE')) throw error;
    throw new StartProblem(`The database ${file} is damaged (${errorCode(error)}).`, {
      cause: error,
    });
  }
  if (errors.length > 0)
    throw new StartProblem(
      `The database ${file} is damaged: the integrity check of SQLite found errors.`,
    );
}

/** Throws StartProblem if a data folder is not intact. */
export function refuseDamagedFolder(folder: string): void {
  const database = join(folder, databaseName);
  if (!existsSync(database)) throw new StartProblem(`The folder ${folder} has no ${databaseName}.`);
  refuseDamagedDatabase(database);
  refuseEmptyOrUnreleasedData(database);
  refuseOtherKeys(folder);
  refuseDamagedContents(folder);
}

function refuseEmptyOrUnreleasedData(file: string): void {
  const names = withDatabase(file, (sqlite) => {
    const table = sqlite.prepare("select 1 from sqlite_schema where name = 'kysely_migration'");
    if (table.get() === undefined) throw new StartProblem(`The database ${file} is empty.`);
    return sqlite.prepare('select name from kysely_migration').pluck().all();
  });
  if (names.includes(unreleasedMigration)) throw new StartProblem(unreleasedSentence(`in ${file}`));
}

/** Throws StartProblem for a stored file whose content does not match its name. */
export function refuseDamagedContents(folder: string): void {
  for (const name of storedFilesIn(folder)) {
    const content = readFileSync(join(folder, 'files', name));
    if (createHash('sha256').update(content).digest('hex') !== basename(name))
      throw new StartProblem(`The file ${join(folder, 'files', name)} is damaged.`);
  }
}

/** Skips keys that are stored elsewhere. */
function refuseOtherKeys(folder: string): void {
  const facts = withDatabase(join(folder, databaseName), readFacts);
  const secret = join(folder, secretName);
  if (existsSync(join(folder, activeKeyName)))
    openKeys({ dataFolder: folder }, readKeyList(facts.get('signing-key')));
  const storedFingerprint = facts.get('service-secret');
  if (storedFingerprint !== undefined && existsSync(secret))
    if (secretFingerprint(openServiceSecret(secret)) !== storedFingerprint)
      throw new StartProblem(`The service secret ${secret} is not the one of the data beside it.`);
}

export function readFacts(sqlite: BetterSqlite3.Database): ReadonlyMap<string, string> {
  const rows = sqlite.prepare('select name, value from facts').all() as Fact[]; // its columns
  return new Map(rows.map(({ name, value }) => [name, value]));
}

interface Fact {
  readonly name: string;
  readonly value: string;
}

/** Returns the paths of all stored files, which lie in a folder for each application. */
export function storedFilesIn(folder: string): readonly string[] {
  const files = join(folder, 'files');
  if (!existsSync(files)) return [];
  return readdirSync(files, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(files, name)).map((one) => join(name, one)))
    .filter((name) => /^[0-9a-f]{64}$/.test(basename(name)));
}

export function withDatabase<Value>(
  file: string,
  use: (sqlite: BetterSqlite3.Database) => Value,
): Value {
  const sqlite = new BetterSqlite3(file, { fileMustExist: true, timeout: 10_000 });
  try {
    return use(sqlite);
  } finally {
    sqlite.close();
  }
}

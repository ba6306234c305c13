// Opens the data folder's SQLite database and brings it to this version. Queries elsewhere are plain Kysely, so that they
// run on PostgreSQL as they are.
import { mkdirSync, openSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { CamelCasePlugin, Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/list.ts';
import type { Database, Tables } from './schema.ts';
import { StartProblem, errorCode } from './start-problem.ts';

/** Waiting blocks the process, so it is short; a lock held longer is a fault (500). */
const busyTimeoutMs = 2000;

/** Throws StartProblem where the folder cannot be used; makes it, for its owner only, where it is missing. */
export async function openDatabase(dataFolder: string): Promise<Database> {
  const sqlite = openFile(dataFolder);
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: sqlite }),
    plugins: [new CamelCasePlugin()],
  });
  try {
    // Of several processes that start in one folder the first migrates; the others wait here and find it done.
    sqlite.exec('begin immediate');
    await migrate(db, dataFolder);
    sqlite.exec('commit');
    return db;
  } catch (error) {
    await db.destroy();
    throw unusable(dataFolder, error);
  }
}

function openFile(dataFolder: string): BetterSqlite3.Database {
  const file = join(dataFolder, 'latchkey.sqlite');
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    // SECURITY: password hashes and one-time code secrets; SQLite gives its side files the mode of this one.
    closeSync(openSync(file, 'a', 0o600));
    const sqlite = new BetterSqlite3(file, { timeout: busyTimeoutMs });
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma('foreign_keys = ON');
    return sqlite;
  } catch (error) {
    throw unusable(dataFolder, error);
  }
}

async function migrate(db: Database, dataFolder: string): Promise<void> {
  await refuseNewer(db, dataFolder);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    // There is one around it already.
    disableTransactions: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error) throw error;
}

async function refuseNewer(db: Database, dataFolder: string): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return;
  const done = await db
    .$extendTables<{ kyselyMigration: { name: string } }>()
    .selectFrom('kyselyMigration')
    .select('name')
    .execute();
  if (done.every(({ name }) => Object.hasOwn(migrations, name))) return;
  throw new StartProblem(
    `The data in ${dataFolder} was written by a newer version of this service. Use that version, or another --data folder.`,
  );
}

/** Errors without a code are defects and stay as they are. */
function unusable(dataFolder: string, error: unknown): Error {
  const code = errorCode(error);
  if (code === '' && error instanceof Error) return error;
  const sentence =
    code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT'
      ? `The file latchkey.sqlite in ${dataFolder} is damaged or no database.`
      : `The data folder ${dataFolder} cannot be written to (${code}).`;
  return new StartProblem(sentence, { cause: error });
}

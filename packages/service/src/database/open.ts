// Opens SQLite in the data folder or PostgreSQL at an address, and migrates it to this version. All
// other code uses plain Kysely queries, which run on both.
import { mkdirSync } from 'node:fs';
import { CamelCasePlugin, Kysely, sql } from 'kysely';
import type { Engine } from './engine.ts';
import { isPostgresql } from './in-list.ts';
import { refreshStatistics } from './statistics.ts';
import { isMigrated, migrate, unreleasedSentence } from './migrate.ts';
import { openPostgresql } from './postgresql.ts';
import { openSqlite, sqliteFileIn } from './sqlite.ts';
import { SqliteReaderDialect } from './sqlite-reader.ts';
import { migrations } from '../migrations/list.ts';
import type { Database, Tables } from './schema.ts';
import { folderSentence, storageFault } from './storage-faults.ts';
import { StartProblem, errorCode } from '../start-problem.ts';

export interface DatabaseOptions {
  readonly dataFolder: string;
  /**
   * URL of a PostgreSQL database; SQLite if undefined.
   * SECURITY: contains a password.
   */
  readonly databaseUrl?: string | undefined;
  /** Connections to PostgreSQL for requests. */
  readonly connections?: number | undefined;
  /** Default true. False while other processes serve the data. */
  readonly mayMigrate?: boolean | undefined;
  /** Receives errors of idle connections. */
  readonly onIdleFault: (error: unknown) => void;
}

/** Creates a missing data folder, owner-only. Throws StartProblem if the database is unusable. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  createFolder(options.dataFolder);
  const patient = await connect(options, 'patient', async (db, engine) => {
    if (options.mayMigrate === false && !(await isMigrated(db, migrations)))
      throw new StartProblem(
        'This version must migrate the data, which no process may use meanwhile. Stop the service, then start it.',
      );
    const isCurrent = await isMigrated(db, migrations);
    const outcome = await migrate(db, migrations);
    // Autovacuum would measure the tables a minute later. SQLite is measured in the background.
    if (outcome === 'done')
      return isCurrent || !isPostgresql(db) ? undefined : refreshStatistics(db);
    throw new StartProblem(
      outcome === 'newer'
        ? `The data ${engine.place} was written by a newer version of this service. Use that version, or ${engine.otherPlace}.`
        : `${unreleasedSentence(engine.place)} Use ${engine.otherPlace}.`,
    );
  });
  await patient.destroy();
  return connect(options, 'brisk', () => Promise.resolve());
}

/**
 * Opens a second connection for reads of very many rows, so that no request waits for them. The
 * connection opens with the first query, and runs one query at a time.
 */
export function openReader({ dataFolder, databaseUrl, onIdleFault }: DatabaseOptions): Database {
  const dialect =
    databaseUrl === undefined
      ? new SqliteReaderDialect(sqliteFileIn(dataFolder))
      : openPostgresql(databaseUrl, 'reading', onIdleFault).dialect;
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
}

/** Closes the database if `prepare` fails. */
async function connect(
  options: DatabaseOptions,
  patience: 'patient' | 'brisk',
  prepare: (db: Database, engine: Engine) => Promise<void>,
): Promise<Database> {
  const engine = openEngine(options, patience);
  const db = new Kysely<Tables>({ dialect: engine.dialect, plugins: [new CamelCasePlugin()] });
  try {
    // Tests the connection. Besides, Kysely would not close a connection that was never used.
    await sql`select 1`.execute(db);
    await engine.verify(db);
    await prepare(db, engine);
    return db;
  } catch (error) {
    await db.destroy();
    throw error instanceof StartProblem ? error : engine.explain(error);
  }
}

function openEngine(options: DatabaseOptions, patience: 'patient' | 'brisk'): Engine {
  const { dataFolder, databaseUrl, onIdleFault, connections } = options;
  return databaseUrl === undefined
    ? openSqlite(dataFolder, patience)
    : openPostgresql(databaseUrl, patience, onIdleFault, connections);
}

function createFolder(dataFolder: string): void {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const sentence = folderSentence(dataFolder, errorCode(error), storageFault(error));
    throw new StartProblem(sentence, { cause: error });
  }
}

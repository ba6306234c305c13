// Moves the data between SQLite in the data folder and a PostgreSQL database. Files and keys stay in
// the folder. The target is written in one transaction, so an interrupted move leaves nothing.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { Client } from 'pg';
import { openDatabase } from '../../database/open.ts';
import { syncFolder } from '../../durable-files.ts';
import { StartProblem, errorCode } from '../../start-problem.ts';
import { movedDatabaseName } from '../identity.ts';
import { databaseName, refuseDamagedDatabase } from '../integrity.ts';
import { refuseRunningService } from '../restore.ts';
import {
  copyTable,
  postgresqlSide,
  sqliteSide,
  sumOf,
  tablesOf,
  type Side,
  type Table,
} from './table-copies.ts';

export interface MoveOptions {
  readonly dataFolder: string;
  /** SECURITY: contains a password. */
  readonly databaseUrl: string;
  readonly stop: AbortSignal;
  /** Receives the number of copied rows. */
  readonly progress: (done: number, total: number, what: string) => void;
}

export interface MoveReport {
  readonly tables: number;
  readonly rows: number;
  /** The name of the SQLite file that is no longer used, in the data folder; null without one. */
  readonly kept: string | null;
}

/** Throws StartProblem if a service uses the data, or the target is not empty. */
export async function moveToPostgresql(options: MoveOptions): Promise<MoveReport> {
  const { dataFolder } = options;
  const file = join(dataFolder, databaseName);
  if (!existsSync(file)) throw new StartProblem(`The folder ${dataFolder} has no ${databaseName}.`);
  refuseRunningService(file);
  refuseDamagedDatabase(file);
  await openAndClose({ dataFolder });
  await openAndClose({ dataFolder, databaseUrl: options.databaseUrl });
  const sqlite = new BetterSqlite3(file, { fileMustExist: true });
  try {
    // No service can write from here on.
    sqlite.exec('begin immediate');
    const report = await withPostgresql(options, async (client) => {
      const tables = tablesOf(sqlite);
      await refuseRows(client, tables);
      return copyAll(sqliteSide(sqlite), postgresqlSide(client), tables, options);
    });
    sqlite.exec('rollback');
    sqlite.close();
    // A service that is started without DATABASE_URL by mistake must not continue with old data.
    renameSync(file, join(dataFolder, movedDatabaseName));
    for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    syncFolder(dataFolder);
    return { ...report, kept: movedDatabaseName };
  } finally {
    sqlite.close();
  }
}

/** The folder must have no database. Throws StartProblem as `moveToPostgresql` does. */
export async function moveToSqlite(options: MoveOptions): Promise<MoveReport> {
  const { dataFolder, databaseUrl } = options;
  const file = join(dataFolder, databaseName);
  if (existsSync(file))
    throw new StartProblem(`${file} already exists. Move it away, or choose another --data.`);
  const draft = join(dataFolder, 'moving');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  await openAndClose({ dataFolder: draft, databaseUrl });
  await openAndClose({ dataFolder: draft });
  const sqlite = new BetterSqlite3(join(draft, databaseName));
  try {
    // The order of the tables does not suffice for rows that name others of their table.
    sqlite.pragma('foreign_keys = off');
    sqlite.exec('begin immediate');
    const report = await withPostgresql(options, async (client) => {
      const tables = tablesOf(sqlite);
      const names = tables.map(({ name }) => `"${name}"`).join(', ');
      await client.query(`lock table ${names} in share mode`);
      return copyAll(postgresqlSide(client), sqliteSide(sqlite), tables, options);
    });
    sqlite.exec('commit');
    sqlite.pragma('journal_mode = DELETE');
    sqlite.close();
    refuseDamagedDatabase(join(draft, databaseName));
    renameSync(join(draft, databaseName), file);
    syncFolder(dataFolder);
    return { ...report, kept: null };
  } finally {
    sqlite.close();
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Creates a missing database, and migrates it. */
async function openAndClose(place: { dataFolder: string; databaseUrl?: string }): Promise<void> {
  await (await openDatabase({ ...place, onIdleFault: () => undefined })).destroy();
}

/** Runs `act` in a transaction, on a database that no service uses. */
async function withPostgresql<Result>(
  { databaseUrl }: MoveOptions,
  act: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'latchkey move' });
  client.on('error', () => undefined); // the running statement fails too
  await client.connect();
  try {
    await refuseUsers(client);
    await client.query('begin isolation level repeatable read');
    const result = await act(client);
    await client.query('commit');
    // Autovacuum would count the rows only later, and choose slow plans until then.
    await client.query('analyze');
    return result;
  } catch (error) {
    if (!errorCode(error).startsWith('22')) throw error;
    throw new StartProblem(
      'A text of the data has a character that PostgreSQL does not store. Nothing was moved.',
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

const [usersChecks, usersPauseMs] = [20, 100];

/** Waits a moment for connections that are being closed, such as those of the migration. */
async function refuseUsers(client: Client): Promise<void> {
  for (let check = 0; check < usersChecks; check += 1) {
    const { rows } = await client.query(
      "select 1 from pg_stat_activity where datname = current_database() and application_name = 'latchkey'",
    );
    if (rows.length === 0) return;
    await pause(usersPauseMs);
  }
  throw new StartProblem('A service is using the PostgreSQL database. Stop it first.');
}

async function refuseRows(client: Client, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await client.query(`select 1 from "${name}" limit 1`);
    if (rows.length > 0)
      throw new StartProblem(
        `The PostgreSQL database is not empty: the table ${name} has rows. Use a new database.`,
      );
  }
}

async function copyAll(
  from: Side,
  to: Side,
  tables: readonly Table[],
  { stop, progress }: MoveOptions,
): Promise<Omit<MoveReport, 'kept'>> {
  const total = tables.length;
  let rows = 0;
  for (const [index, table] of tables.entries()) {
    const written = await copyTable(from, to, table, (count) => {
      if (stop.aborted) throw new StartProblem('The move was interrupted. Nothing was moved.');
      rows += count;
      progress(index, total, `tables, ${rows} rows`);
    });
    const arrived = await sumOf(to, table);
    if (arrived.rows !== written.rows || arrived.hash !== written.hash)
      throw new Error(`The rows of ${table.name} have changed on the way`);
  }
  return { tables: total, rows };
}

// Migrates a database to this version. Several processes may do so at the same time.
import type { Migration } from 'kysely/migration';
import type { Database, Transaction } from './schema.ts';
import { transact } from './transact.ts';
import { errorCode } from '../start-problem.ts';

export type Migrations = Readonly<Record<string, Migration>>;

// A type, because Kysely does not accept an interface here.
type AppliedMigrations = { kyselyMigration: { name: string; timestamp: string } };

/** The first migration of the versions before 0.1.0, none of which was released. */
export const unreleasedMigration = '001-first-half';

/** `place` is that of the data, such as "in /srv/data". */
export function unreleasedSentence(place: string): string {
  return `The data ${place} was written by a version before 0.1.0, which was never released. It cannot be upgraded.`;
}

/** Returns which other version applied these migrations, or null if this one can continue them. */
export function otherVersion(
  applied: readonly string[],
  migrations: Migrations,
): 'newer' | 'unreleased' | null {
  if (applied.includes(unreleasedMigration)) return 'unreleased';
  return applied.every((name) => Object.hasOwn(migrations, name)) ? null : 'newer';
}

/**
 * Runs each missing migration in its own transaction. Changes nothing if another version wrote the
 * data, and returns which.
 */
export async function migrate(
  db: Database,
  migrations: Migrations,
): Promise<'done' | 'newer' | 'unreleased'> {
  const applied = await readApplied(db);
  const other = otherVersion(applied, migrations);
  if (other !== null) return other;
  const missing = Object.entries(migrations)
    .filter(([name]) => !applied.includes(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [name, migration] of missing)
    await transact(db, (transaction) => runOnce(transaction, name, migration));
  return 'done';
}

/**
 * Inserts the row first: another process blocks on it until this one commits, and then finds the
 * migration done. This works on both databases, unlike an explicit lock.
 */
async function runOnce(
  transaction: Transaction,
  name: string,
  migration: Migration,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await transaction
    .$extendTables<AppliedMigrations>()
    .insertInto('kyselyMigration')
    .values({ name, timestamp: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) await migration.up(transaction);
}

async function readApplied(db: Database): Promise<readonly string[]> {
  try {
    return await appliedMigrations(db);
  } catch {
    return createTable(db);
  }
}

/** Runs only if reading fails: the database user may have lost the right to create tables. */
async function createTable(db: Database): Promise<readonly string[]> {
  try {
    await db.schema
      .createTable('kyselyMigration')
      .ifNotExists()
      .addColumn('name', 'varchar(255)', (column) => column.primaryKey())
      .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
      .execute();
    return [];
  } catch (error) {
    // If two processes create the table at the same moment, one fails despite "if not exists".
    return appliedMigrations(db).catch(() => {
      throw error;
    });
  }
}

/** Like `appliedMigrations`, but returns none for a database without tables. */
export async function migrationsIfAny(db: Database): Promise<readonly string[]> {
  try {
    return await appliedMigrations(db);
  } catch (error) {
    if (isTableMissing(error)) return [];
    throw error;
  }
}

function isTableMissing(error: unknown): boolean {
  if (errorCode(error) === '42P01') return true;
  return error instanceof Error && error.message.startsWith('no such table');
}

/** Returns whether exactly these migrations were applied. */
export async function isMigrated(db: Database, migrations: Migrations): Promise<boolean> {
  const applied = new Set(await migrationsIfAny(db));
  const names = Object.keys(migrations);
  return applied.size === names.length && names.every((name) => applied.has(name));
}

async function appliedMigrations(db: Database): Promise<readonly string[]> {
  const rows = await db
    .$extendTables<AppliedMigrations>()
    .selectFrom('kyselyMigration')
    .select('name')
    .execute();
  return rows.map(({ name }) => name);
}

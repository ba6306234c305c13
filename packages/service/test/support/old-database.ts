// Opens an empty database at any migration.
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CamelCasePlugin, Kysely } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Migrations } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { openPostgresql } from '../../src/database/postgresql.ts';
import type { Tables } from '../../src/database/schema.ts';
import { openSqlite } from '../../src/database/sqlite.ts';
import { migrations } from '../../src/migrations/list.ts';
import { databaseOptionsOf } from './postgresql.ts';
import { temporaryFolder } from './service-command.ts';

export type AnyTables = Record<string, Record<string, unknown>>;

export const migrationNames = Object.keys(migrations).sort();

/** Returns all migrations up to and including this one. */
export const migrationsUpTo = (name: string): Migrations =>
  Object.fromEntries(
    migrationNames.slice(0, migrationNames.indexOf(name) + 1).map((n) => [n, migrations[n] ?? {}]),
  ) as Migrations; // each `n` is a key of `migrations`

/** Opens a database without tables, as before the first start. It is closed when the test ends. */
export async function openEmptyDatabase() {
  const data = temporaryFolder();
  const { databaseUrl } = await databaseOptionsOf(data, 'empty');
  const { dialect } =
    databaseUrl === undefined
      ? openSqlite(data, 'patient')
      : openPostgresql(databaseUrl, 'patient', () => undefined);
  const db = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
  onTestFinished(() => db.destroy());
  const toThisVersion = async () => {
    const latest = await openDatabase({ dataFolder: data, databaseUrl, onIdleFault: () => null });
    await latest.destroy();
  };
  // Untyped: the tables are those of an earlier version, under their names in the database.
  const raw = db.withoutPlugins() as unknown as Kysely<AnyTables>;
  return { data, db, raw, toThisVersion };
}

/** Adds a signing key, because the service refuses data without one. */
export function writeSigningKey(dataFolder: string): void {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(join(dataFolder, 'signing-key.pem'), pem, { mode: 0o600 });
}

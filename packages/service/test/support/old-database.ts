// Opens databases of earlier versions: an empty one at any migration, and one filled by version
// 004.
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CamelCasePlugin, Kysely } from 'kysely';
import { onTestFinished } from 'vitest';
import { migrate, type Migrations } from '../../src/database/migrate.ts';
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

/**
 * A recorded database of version 004: two applications with sessions and users in all states.
 */
export interface Database004 {
  /** Unix seconds of the last recorded moment. */
  readonly now: number;
  /**
   * License keys by purpose. The key's user is named after the purpose, with the password "pass of
   * <name>".
   */
  readonly keys: Readonly<Record<string, string>>;
  /** Session ids by user name. */
  readonly sessions: Readonly<Record<string, string>>;
  readonly sellerkeys: { readonly own: string; readonly other: string };
  readonly tables: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

/** Opens the recorded database without migrating it to this version. */
export async function openDatabase004() {
  const file = new URL('database-of-004.json', import.meta.url);
  const content = JSON.parse(readFileSync(file, 'utf8')) as Database004; // made once, see above
  const old = await openEmptyDatabase();
  await migrate(old.db, migrationsUpTo('004-license-bans'));
  const untyped = old.db as unknown as Kysely<AnyTables>; // tables of that version
  for (const [table, rows] of Object.entries(content.tables))
    for (const row of rows) await untyped.insertInto(table).values(row).execute();
  return { ...old, content };
}

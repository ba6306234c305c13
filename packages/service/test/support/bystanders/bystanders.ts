// Adds bystanders to every test's database, and fails a test that writes to them: two copies of the
// test's application, for the same and for another owner, and a second user, the neighbour.
import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { TestRunner } from 'vitest';
import { openDatabase } from '../../../src/database/open.ts';
import type { Database } from '../../../src/database/schema.ts';
import { shared } from '../../../../../test/support/per-file-state.ts';
import { databaseKind, preparedTables } from '../postgresql.ts';
import { withoutBystanders } from './hidden.ts';
import { addBystanders, runStatement } from './seeding.ts';
import type { Table } from './tables.ts';
import { journals } from './triggers.ts';
import { neighbourId, prefixes, ownerOfIds } from './twin-rows.ts';

const fileName = 'latchkey.sqlite';

interface Template {
  readonly file: string;
  readonly tables: readonly Table[];
}

let template: Promise<Template> | undefined;

/** Copies the prepared SQLite database into an empty folder. PostgreSQL copies a template. */
export async function prepareFolder(dataFolder: string): Promise<void> {
  if (databaseKind === 'postgresql' || existsSync(join(dataFolder, fileName))) return;
  template ??= makeTemplate();
  const { file } = await template;
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  copyFileSync(file, join(dataFolder, fileName));
  // The service refuses a database with applications but without a signing key.
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(join(dataFolder, 'signing-key.pem'), pem, { mode: 0o600 });
}

async function makeTemplate(): Promise<Template> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const db = await openDatabase({ dataFolder: folder, onIdleFault: () => undefined });
  const tables = await addBystanders(db, 'sqlite');
  // Closing the last connection moves the whole WAL into the one file.
  await db.destroy();
  return { file: join(folder, fileName), tables };
}

export interface Bystanders {
  /** Returns the database without bystanders, for the test itself. */
  readonly hideBystanders: (db: Database) => Database;
  /** Returns an error that lists writes to bystanders since the last call, or null. */
  readonly checkTouches: () => Promise<Error | null>;
  readonly removeNeighbour: () => Promise<void>;
}

export const noBystanders: Bystanders = {
  hideBystanders: (whole) => whole,
  checkTouches: () => Promise.resolve(null),
  removeNeighbour: () => Promise.resolve(),
};

/** Does nothing for a database that was not prepared for a test. */
export async function bystandersOf(db: Database): Promise<Bystanders> {
  const tables = databaseKind === 'sqlite' ? (await template)?.tables : preparedTables;
  if (tables === undefined || !(await isPrepared(db))) return noBystanders;
  if (databaseKind === 'postgresql') await runStatement(db, 'select bystanders.seed()');
  const checkTouches = () => takeTouchError(db);
  // A service that several tests share is checked after each of them (each-file.ts).
  const isShared = process.env['VITEST'] !== undefined && TestRunner.getCurrentTest() === undefined;
  if (isShared) shared.add(checkTouches);
  return {
    hideBystanders: (whole) => withoutBystanders(whole, tables),
    checkTouches() {
      shared.delete(checkTouches);
      return checkTouches();
    },
    removeNeighbour: () => removeNeighbour(db),
  };
}

async function isPrepared(db: Database): Promise<boolean> {
  const journal =
    databaseKind === 'sqlite'
      ? sql<object>`select name from sqlite_master where name = ${journals.sqlite}`
      : sql<object>`select tablename from pg_tables where schemaname = 'bystanders' and tablename = 'touches'`;
  return (await journal.execute(db)).rows.length > 0;
}

const advice =
  'Either a statement of the service does not say whose rows it means, or the test does: by SQL that is a text, which is not ' +
  'kept to the rows of the test, or by what concerns all users (see removeNeighbour).';

interface Touch {
  readonly name: string;
  readonly ids: string;
  readonly rowKey: string;
  readonly change: string;
}

async function removeNeighbour(db: Database): Promise<void> {
  await db.deleteFrom('users').where('id', '=', neighbourId).execute();
  await sql`delete from ${sql.raw(journals[databaseKind])} where ids like ${`%${prefixes.neighbour}%`}`.execute(
    db,
  );
}

async function takeTouchError(db: Database): Promise<Error | null> {
  const journal = sql.raw(journals[databaseKind]);
  const { rows } = await sql<Touch>`select name, ids, row_key, change from ${journal}`.execute(db);
  if (rows.length === 0) return null;
  await sql`delete from ${journal}`.execute(db);
  return new Error(
    `Others were written to:\n${rows.slice(0, 12).map(formatTouch).join('\n')}\n${advice}`,
  );
}

function formatTouch({ name, ids, rowKey, change }: Touch): string {
  return `  ${name} of the ${ownerOfIds(ids)}, "${rowKey}": ${change}`;
}

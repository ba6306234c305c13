// Data of every earlier version migrates completely, to the current schema, or not at all.
import { sql, type Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { migrate, type Migrations } from '../src/database/migrate.ts';
import { planRestore } from '../src/host/restore.ts';
import { migrations } from '../src/migrations/list.ts';
import type { Database } from '../src/database/schema.ts';
import {
  migrationNames,
  openEmptyDatabase,
  writeSigningKey,
  migrationsUpTo,
  type AnyTables,
} from './support/old-database.ts';
import { databaseKind } from './support/postgresql.ts';
import { temporaryFolder } from './support/service-command.ts';
import { startProcess } from './support/service-process.ts';

type Row = Readonly<Record<string, unknown>>;

async function tablesOf(raw: Kysely<AnyTables>) {
  const tables = await raw.introspection.getTables();
  return tables.filter(({ name }) => !name.startsWith('kysely_'));
}

async function rowsOf(raw: Kysely<AnyTables>, table: string): Promise<readonly Row[]> {
  return raw.selectFrom(table).selectAll().execute();
}

/** Adds a row to each empty table: "x" in every text, so that references match, else 1. */
async function fill(raw: Kysely<AnyTables>): Promise<void> {
  let waiting: Awaited<ReturnType<typeof tablesOf>> = [];
  for (const table of await tablesOf(raw))
    if ((await rowsOf(raw, table.name)).length === 0) waiting.push(table);
  while (waiting.length > 0) {
    const refused: typeof waiting = [];
    for (const table of waiting) {
      const row = Object.fromEntries(
        table.columns.map(({ name, dataType }) => [name, /text|char/i.test(dataType) ? 'x' : 1]),
      );
      // The row that it refers to may come later in the list.
      await raw
        .insertInto(table.name)
        .values(row)
        .execute()
        .catch(() => refused.push(table));
    }
    if (refused.length === waiting.length)
      throw new Error(`Cannot fill ${refused.map(({ name }) => name).join(', ')}`);
    waiting = refused;
  }
}

async function shapeOf(raw: Kysely<AnyTables>) {
  const tables = await tablesOf(raw);
  return tables
    .flatMap(({ name, columns }) =>
      columns.map(
        (column) =>
          `${name}.${column.name} ${column.dataType} ${column.isNullable ? 'null' : 'not null'}`,
      ),
    )
    .sort();
}

/** The schema of a new database. */
let fresh: Promise<readonly string[]> | undefined;

async function shapeOfFresh(): Promise<readonly string[]> {
  const { raw, toThisVersion } = await openEmptyDatabase();
  await toThisVersion();
  return shapeOf(raw);
}

test.each(migrationNames)(
  'migrates from %s, with a row in every table of every earlier version',
  async (name) => {
    const old = await openEmptyDatabase();
    for (const earlier of migrationNames.slice(0, migrationNames.indexOf(name) + 1)) {
      expect(await migrate(old.db, migrationsUpTo(earlier))).toBe('done');
      await fill(old.raw);
    }
    const before = new Map<string, readonly Row[]>();
    for (const table of await tablesOf(old.raw))
      before.set(table.name, await rowsOf(old.raw, table.name));
    await old.toThisVersion();
    fresh ??= shapeOfFresh();
    const shape = await fresh;
    expect(await shapeOf(old.raw)).toEqual(shape);
    const columns = new Set(shape.map((column) => column.split(' ')[0]));
    for (const [table, rows] of before) {
      for (const column of Object.keys(rows[0] ?? {}))
        expect([...columns]).toContain(`${table}.${column}`);
      expect(rows, table).toHaveLength(1);
      expect(await rowsOf(old.raw, table), table).toEqual([expect.objectContaining(rows[0] ?? {})]);
    }
  },
);

test('the younger of two accounts whose names differ only in case gets a number', async () => {
  const old = await openEmptyDatabase();
  await migrate(old.db, migrationsUpTo('004-cancelled-jobs'));
  await fill(old.raw);
  const [first = {}] = await rowsOf(old.raw, 'accounts');
  const added = ['X', 'x 2', 'Y'].map((username, at) => ({
    ...first,
    ...{ id: username, username, created_at: at + 2 },
  }));
  await old.raw.insertInto('accounts').values(added).execute();
  await old.toThisVersion();
  const names = (await rowsOf(old.raw, 'accounts')).map(({ username }) => username);
  expect(names.sort()).toEqual(['X 2', 'Y', 'x', 'x 2 2']);
});

test('a failed migration leaves the database unchanged, and runs again at the next start', async () => {
  const { db, raw } = await openEmptyDatabase();
  let fails = true;
  const half: Migrations = {
    ...migrations,
    '999-half': {
      up: async (transaction: Database) => {
        await transaction.schema.createTable('half').addColumn('id', 'text').execute();
        await sql`insert into half values ('x')`.execute(transaction);
        if (fails) throw new Error('no further');
      },
    },
  };
  await expect(migrate(db, half)).rejects.toThrow('no further');
  expect((await tablesOf(raw)).map(({ name }) => name)).not.toContain('half');
  expect(await migrate(db, migrations)).toBe('done');
  fails = false;
  expect(await migrate(db, half)).toBe('done');
  expect(await rowsOf(raw, 'half')).toEqual([{ id: 'x' }]);
  expect(await migrate(db, migrations)).toBe('newer');
});

test('migrates once if several processes start at the same time', async () => {
  const { data, db, raw } = await openEmptyDatabase();
  await migrate(db, migrationsUpTo(migrationNames[0] ?? ''));
  await fill(raw);
  writeSigningKey(data);
  const started = await Promise.all([1, 2, 3].map(() => startProcess(data)));
  for (const { child, exited } of started) {
    child.kill();
    expect(await exited).toBe(0);
  }
  const done = await sql<{ name: string }>`select name from kysely_migration`.execute(raw);
  expect(done.rows.map(({ name }) => name).sort()).toEqual(migrationNames);
  expect(await rowsOf(raw, 'users')).toHaveLength(1);
  expect(await rowsOf(raw, 'devices')).toHaveLength(1);
});

test('data of a version before 0.1.0 is refused untouched', async () => {
  const { data, db, raw, toThisVersion } = await openEmptyDatabase();
  await migrate(db, { '001-first-half': { up: () => Promise.resolve() } });
  await expect(toThisVersion()).rejects.toThrow(
    /was written by a version before 0\.1\.0, .* cannot be upgraded\. Use /,
  );
  expect(await tablesOf(raw)).toEqual([]);
  if (databaseKind === 'sqlite')
    expect(() => planRestore(data, temporaryFolder())).toThrow(/a version before 0\.1\.0/);
});

// Adds the fold of each name, unique within an application, so that names are found in any case
// (docs/protocol.md#names). Old names that differ only in case stay, and are found only by their
// exact spelling.
import { sql, type Kysely } from 'kysely';
import { fold } from '@latchkey/protocol/fold.ts';

interface Named {
  readonly table: string;
  /** The column within which names are unique. */
  readonly scope: string;
  readonly name: string;
  /** The primary key. */
  readonly key: readonly string[];
}

const all: readonly Named[] = [
  { table: 'users', scope: 'applicationId', name: 'username', key: ['id'] },
  { table: 'plans', scope: 'applicationId', name: 'name', key: ['id'] },
  { table: 'channels', scope: 'applicationId', name: 'name', key: ['applicationId', 'name'] },
  { table: 'variables', scope: 'applicationId', name: 'varid', key: ['applicationId', 'varid'] },
  { table: 'licenses', scope: 'applicationId', name: 'key', key: ['applicationId', 'key'] },
  { table: 'userVariables', scope: 'userId', name: 'name', key: ['userId', 'name'] },
];

/** Rows in one statement, few enough for the parameters of either database, and for memory. */
const inPart = 1000;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const named of all) await foldNames(db, named);
}

/**
 * Adds an index that finds and guards rows: the guard is 1 and makes the fold unique, or null for
 * old names that clash.
 */
async function foldNames(db: Kysely<unknown>, named: Named): Promise<void> {
  const { table, scope, name } = named;
  const folded = `${name}Fold`;
  await db.schema
    .alterTable(table)
    .addColumn(folded, 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable(table)
    .addColumn('foldGuard', 'integer', (column) => column.defaultTo(1))
    .execute();
  await fillFolds(db, named, folded);
  const before = `${table}FoldBefore`;
  await db.schema.createIndex(before).on(table).columns([scope, folded]).execute();
  await unguardDoubles(db, named, folded);
  await db.schema.dropIndex(before).execute();
  await db.schema
    .createIndex(`${table}Fold`)
    .unique()
    .on(table)
    .columns([scope, folded, 'foldGuard'])
    .execute();
}

type Texts = Readonly<Record<string, string>>;

async function fillFolds(db: Kysely<unknown>, named: Named, folded: string): Promise<void> {
  const { table, name, key } = named;
  const keys = sql.join(key.map((column) => sql.ref(column)));
  for (let last: Texts | undefined; ;) {
    const beyond = last && sql`where (${keys}) > (${sql.join(valuesOf(last, key))})`;
    const { rows } = await sql<Texts>`
      select ${keys}, ${sql.ref(name)} as ${sql.ref('name')} from ${sql.table(table)}
      ${beyond ?? sql``} order by ${keys} limit ${sql.lit(inPart)}`.execute(db);
    last = rows.at(-1);
    if (last === undefined) return;
    const parts = rows.map((row) => [...valuesOf(row, key), fold(row['name'] ?? '')]);
    const into = sql`${sql.ref(folded)} = ${sql.ref(`part.column${key.length + 1}`)}`;
    await updateFrom(db, table, into, key, parts);
  }
}

/**
 * Clears the guard of old names that clash. Works in batches, because the number of groups is
 * unknown.
 */
async function unguardDoubles(db: Kysely<unknown>, named: Named, folded: string): Promise<void> {
  const { table, scope } = named;
  const group = [scope, folded];
  const groups = sql.join(group.map((column) => sql.ref(column)));
  for (let last: Texts | undefined; ;) {
    const beyond = last && sql`where (${groups}) > (${sql.join(valuesOf(last, group))})`;
    const { rows } = await sql<Texts>`
      select ${groups} from ${sql.table(table)} ${beyond ?? sql``}
      group by ${groups} having count(*) > 1 order by ${groups} limit ${sql.lit(inPart)}`.execute(
      db,
    );
    last = rows.at(-1);
    if (last === undefined) return;
    const parts = rows.map((row) => valuesOf(row, group));
    await updateFrom(db, table, sql`${sql.ref('foldGuard')} = null`, group, parts);
  }
}

/** Both databases name the columns of `values` column1, column2 and so on. */
async function updateFrom(
  db: Kysely<unknown>,
  table: string,
  set: ReturnType<typeof sql>,
  key: readonly string[],
  parts: readonly (readonly string[])[],
): Promise<void> {
  const same = key.map(
    (column, at) => sql`${sql.ref(`${table}.${column}`)} = ${sql.ref(`part.column${at + 1}`)}`,
  );
  await sql`
    update ${sql.table(table)} set ${set}
    from (values ${sql.join(parts.map((part) => sql`(${sql.join(part)})`))}) as part
    where ${sql.join(same, sql` and `)}`.execute(db);
}

function valuesOf(row: Texts, columns: readonly string[]): readonly string[] {
  return columns.map((column) => row[column] ?? '');
}

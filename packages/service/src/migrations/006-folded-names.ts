// Adds the fold of each name, unique within an application, so that names are found in any case
// (docs/protocol.md#names). Old names that differ only in case stay, and are found only by their
// exact spelling.
import { sql, type Kysely } from 'kysely';
import { foldOf006 } from './frozen-folds.ts';

interface NamedTable {
  readonly table: string;
  /** The column within which names are unique. */
  readonly scope: string;
  readonly name: string;
  /** The primary key. */
  readonly key: readonly string[];
}

const namedTables: readonly NamedTable[] = [
  { table: 'users', scope: 'applicationId', name: 'username', key: ['id'] },
  { table: 'plans', scope: 'applicationId', name: 'name', key: ['id'] },
  { table: 'channels', scope: 'applicationId', name: 'name', key: ['applicationId', 'name'] },
  { table: 'variables', scope: 'applicationId', name: 'varid', key: ['applicationId', 'varid'] },
  { table: 'licenses', scope: 'applicationId', name: 'key', key: ['applicationId', 'key'] },
  { table: 'userVariables', scope: 'userId', name: 'name', key: ['userId', 'name'] },
];

/** Rows in one statement, few enough for the parameters of either database, and for memory. */
const batchRows = 1000;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const namedTable of namedTables) await foldNames(db, namedTable);
}

/**
 * Adds an index that finds and guards rows: the guard is 1 and makes the fold unique, or null for
 * old names that clash.
 */
async function foldNames(db: Kysely<unknown>, namedTable: NamedTable): Promise<void> {
  const { table, scope, name } = namedTable;
  const folded = `${name}Fold`;
  await db.schema
    .alterTable(table)
    .addColumn(folded, 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable(table)
    .addColumn('foldGuard', 'integer', (column) => column.defaultTo(1))
    .execute();
  await fillFolds(db, namedTable, folded);
  const temporaryIndex = `${table}FoldBefore`;
  await db.schema.createIndex(temporaryIndex).on(table).columns([scope, folded]).execute();
  await unguardDuplicates(db, namedTable, folded);
  await db.schema.dropIndex(temporaryIndex).execute();
  await db.schema
    .createIndex(`${table}Fold`)
    .unique()
    .on(table)
    .columns([scope, folded, 'foldGuard'])
    .execute();
}

type Texts = Readonly<Record<string, string>>;

async function fillFolds(
  db: Kysely<unknown>,
  namedTable: NamedTable,
  folded: string,
): Promise<void> {
  const { table, name, key } = namedTable;
  const keys = sql.join(key.map((column) => sql.ref(column)));
  for (let last: Texts | undefined; ;) {
    const afterLast = last && sql`where (${keys}) > (${sql.join(valuesOf(last, key))})`;
    const { rows } = await sql<Texts>`
      select ${keys}, ${sql.ref(name)} as ${sql.ref('name')} from ${sql.table(table)}
      ${afterLast ?? sql``} order by ${keys} limit ${sql.lit(batchRows)}`.execute(db);
    last = rows.at(-1);
    if (last === undefined) return;
    const batch = rows.map((row) => [...valuesOf(row, key), foldOf006(row['name'] ?? '')]);
    const into = sql`${sql.ref(folded)} = ${sql.ref(`part.column${key.length + 1}`)}`;
    await updateFrom(db, table, into, key, batch);
  }
}

/**
 * Clears the guard of old names that clash. Works in batches, because the number of groups is
 * unknown.
 */
async function unguardDuplicates(
  db: Kysely<unknown>,
  namedTable: NamedTable,
  folded: string,
): Promise<void> {
  const { table, scope } = namedTable;
  const group = [scope, folded];
  const groups = sql.join(group.map((column) => sql.ref(column)));
  for (let last: Texts | undefined; ;) {
    const afterLast = last && sql`where (${groups}) > (${sql.join(valuesOf(last, group))})`;
    const { rows } = await sql<Texts>`
      select ${groups} from ${sql.table(table)} ${afterLast ?? sql``}
      group by ${groups} having count(*) > 1 order by ${groups} limit ${sql.lit(batchRows)}`.execute(
      db,
    );
    last = rows.at(-1);
    if (last === undefined) return;
    const batch = rows.map((row) => valuesOf(row, group));
    await updateFrom(db, table, sql`${sql.ref('foldGuard')} = null`, group, batch);
  }
}

/** Both databases name the columns of `values` column1, column2 and so on. */
async function updateFrom(
  db: Kysely<unknown>,
  table: string,
  set: ReturnType<typeof sql>,
  key: readonly string[],
  batch: readonly (readonly string[])[],
): Promise<void> {
  const conditions = key.map(
    (column, at) => sql`${sql.ref(`${table}.${column}`)} = ${sql.ref(`part.column${at + 1}`)}`,
  );
  await sql`
    update ${sql.table(table)} set ${set}
    from (values ${sql.join(batch.map((part) => sql`(${sql.join(part)})`))}) as part
    where ${sql.join(conditions, sql` and `)}`.execute(db);
}

function valuesOf(row: Texts, columns: readonly string[]): readonly string[] {
  return columns.map((column) => row[column] ?? '');
}

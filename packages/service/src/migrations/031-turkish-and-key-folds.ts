// Folds names again (docs/protocol.md#names): the Turkish İ is an i, and license keys are also
// found with other dashes, digits and invisible characters. Names that become equal stay, and are
// found only by their exact spelling. Also limits expiry dates to the year 9999.
import { sql, type Kysely } from 'kysely';
import { foldOf031, keyFoldOf031, skeletonOf031 } from './frozen-folds.ts';

interface NamedTable {
  readonly table: string;
  /** The column within which names are unique. */
  readonly scope: string;
  readonly name: string;
  /** The primary key. */
  readonly key: readonly string[];
  readonly fold: (name: string) => string;
}

const namedTables: readonly NamedTable[] = [
  { table: 'users', scope: 'applicationId', name: 'username', key: ['id'], fold: foldOf031 },
  { table: 'plans', scope: 'applicationId', name: 'name', key: ['id'], fold: foldOf031 },
  ...(['channels', 'variables', 'licenses'] as const).map((table) => {
    const name = { channels: 'name', variables: 'varid', licenses: 'key' }[table];
    const fold = table === 'licenses' ? keyFoldOf031 : foldOf031;
    return { table, scope: 'applicationId', name, key: ['applicationId', name], fold };
  }),
  {
    table: 'userVariables',
    scope: 'userId',
    name: 'name',
    key: ['userId', 'name'],
    fold: foldOf031,
  },
];

/** Rows in one statement, few enough for the parameters of either database, and for memory. */
const batchRows = 1000;
const year9999 = 253_402_300_799;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const namedTable of namedTables) {
    await foldAgain(db, namedTable);
    await guardAgain(db, namedTable);
  }
  await sql`
    update ${sql.table('subscriptions')} set ${sql.ref('expiresAt')} = ${sql.lit(year9999)}
    where ${sql.ref('expiresAt')} > ${sql.lit(year9999)}`.execute(db);
}

type Texts = Readonly<Record<string, string>>;

/** Most folds stay. A new one loses its guard first, because another row may have that fold. */
async function foldAgain(db: Kysely<unknown>, namedTable: NamedTable): Promise<void> {
  const { table, name, key, fold } = namedTable;
  const folded = `${name}Fold`;
  const isUsers = table === 'users';
  const columns = [...new Set([...key, name, folded, ...(isUsers ? ['skeleton'] : [])])];
  const keys = sql.join(key.map((column) => sql.ref(column)));
  for (let last: Texts | undefined; ;) {
    const afterLast = last && sql`where (${keys}) > (${sql.join(valuesOf(last, key))})`;
    const { rows } = await sql<Texts>`
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
      ${afterLast ?? sql``} order by ${keys} limit ${sql.lit(batchRows)}`.execute(db);
    last = rows.at(-1);
    if (last === undefined) return;
    const changed = rows.flatMap((row) => {
      const text = row[name] ?? '';
      const next = [fold(text), ...(isUsers ? [skeletonOf031(text)] : [])];
      const before = [row[folded], ...(isUsers ? [row['skeleton']] : [])];
      return next.every((one, at) => one === before[at]) ? [] : [[...valuesOf(row, key), ...next]];
    });
    if (changed.length > 0) await writeFolds(db, namedTable, changed);
  }
}

/** Both databases name the columns of `values` column1, column2 and so on. */
async function writeFolds(
  db: Kysely<unknown>,
  { table, name, key }: NamedTable,
  rows: readonly (readonly string[])[],
): Promise<void> {
  const part = (at: number) => sql.ref(`part.column${at}`);
  const skeleton = sql`, ${sql.ref('skeleton')} = ${part(key.length + 2)}`;
  const conditions = key.map(
    (column, at) => sql`${sql.ref(`${table}.${column}`)} = ${part(at + 1)}`,
  );
  await sql`
    update ${sql.table(table)} set ${sql.ref(`${name}Fold`)} = ${part(key.length + 1)},
    ${sql.ref('foldGuard')} = null ${table === 'users' ? skeleton : sql``}
    from (values ${sql.join(rows.map((row) => sql`(${sql.join(row)})`))}) as part
    where ${sql.join(conditions, sql` and `)}`.execute(db);
}

/** Clears the guard of all names with equal folds, and sets that of all single names. */
async function guardAgain(db: Kysely<unknown>, namedTable: NamedTable): Promise<void> {
  const { table, scope, name } = namedTable;
  const group = [scope, `${name}Fold`].map((column) => sql.ref(column));
  const unguarded = sql`
    select ${sql.join(group)} from ${sql.table(table)} where ${sql.ref('foldGuard')} is null`;
  await sql`
    update ${sql.table(table)} set ${sql.ref('foldGuard')} = null
    where ${sql.ref('foldGuard')} = 1 and (${sql.join(group)}) in (${unguarded})`.execute(db);
  await sql`
    update ${sql.table(table)} set ${sql.ref('foldGuard')} = 1
    where ${sql.ref('foldGuard')} is null and (${sql.join(group)}) in (
      ${unguarded} group by ${sql.join(group)} having count(*) = 1
    )`.execute(db);
}

function valuesOf(row: Texts, columns: readonly string[]): readonly string[] {
  return columns.map((column) => row[column] ?? '');
}

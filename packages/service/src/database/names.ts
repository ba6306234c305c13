// Names of users, subscriptions, channels, variables and keys as they are found (contract 0.19): the exact one first, else the
// one that is the same folded, if there is only one.
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { fold } from '@latchkey/protocol/fold.ts';
import type { ApplicationRow, Database, Tables } from './schema.ts';

/** Of each table with names: the column, and whose they are. */
const named = {
  users: { name: 'username', scope: 'applicationId' },
  plans: { name: 'name', scope: 'applicationId' },
  channels: { name: 'name', scope: 'applicationId' },
  variables: { name: 'varid', scope: 'applicationId' },
  licenses: { name: 'key', scope: 'applicationId' },
  userVariables: { name: 'name', scope: 'userId' },
} as const satisfies Partial<Record<keyof Tables, { name: string; scope: string }>>;

export type NamedTable = keyof typeof named;

/** What somebody typed; folded once for each request. A type, because `statement` does not take an interface. */
export type Typed = {
  readonly exact: string;
  readonly folded: string;
};

export function typed(name: string): Typed {
  return { exact: name, folded: fold(name) };
}

/** For `values` and `set`: a name with what is folded of it. */
export function spelled<Column extends string>(column: Column, name: string) {
  return { [column]: name, [`${column}Fold`]: fold(name) } as Record<
    Column | `${Column}Fold`,
    string
  >; // of exactly these two
}

/**
 * For `where` and `on`, beside one that says whose names: this row is meant. One read of the index; the others of the same
 * fold are looked for only where the spelling differs.
 */
export function isNamed(table: NamedTable, { exact, folded }: Typed): RawBuilder<SqlBool> {
  const { name, scope } = named[table];
  const own = (column: string) => sql.ref(`${table}.${column}`);
  const other = (column: string) => sql.ref(`other.${column}`);
  const others = sql`
    select 1 from ${sql.table(table)} as ${sql.ref('other')}
    where ${other(scope)} = ${own(scope)} and ${other(`${name}Fold`)} = ${own(`${name}Fold`)}
    and ${other(name)} <> ${own(name)}`;
  return sql<SqlBool>`(${own(`${name}Fold`)} = ${folded} and (${own(name)} = ${exact} or not exists (${others})))`;
}

/**
 * Whether there is one already, whatever its spelling. Those that the database's own guard does not know were all there
 * before, so that asking before the row is written is enough; the guard decides between two at once. `but`: not this spelling.
 */
export async function isTaken(
  db: Database,
  table: NamedTable,
  scopeId: string,
  name: string,
  but = '',
): Promise<boolean> {
  const { name: column, scope } = named[table];
  const { rows } = await sql`
    select 1 from ${sql.table(table)} where ${sql.ref(scope)} = ${scopeId}
    and ${sql.ref(`${column}Fold`)} = ${fold(name)} and ${sql.ref(column)} <> ${but} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** What each of `names` stands for, as it is stored, by the rule of `isNamed`; one read for all of them. */
export async function storedNames(
  db: Database,
  table: NamedTable,
  scopeId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { name, scope } = named[table];
  const folds = [...new Set(names.map(fold))];
  const { rows } = await sql<{ readonly stored: string }>`
    select ${sql.ref(name)} as ${sql.ref('stored')} from ${sql.table(table)}
    where ${sql.ref(scope)} = ${scopeId} and ${sql.ref(`${name}Fold`)} in (${sql.join(folds)})`.execute(
    db,
  );
  const all = rows.map(({ stored }) => stored);
  return new Map(
    names.flatMap((asked) => {
      const [one, ...others] = all.filter((stored) => fold(stored) === fold(asked));
      if (all.includes(asked)) return [[asked, asked]];
      return one === undefined || others.length > 0 ? [] : [[asked, one]];
    }),
  );
}

/** The user with exactly this stored name: for the seller API, whose names are stored ones by then (contract 0.19). */
export function userOfName(db: Database, { id }: Pick<ApplicationRow, 'id'>, username: string) {
  return db
    .selectFrom('users')
    .where('users.applicationId', '=', id)
    .where('users.username', '=', username);
}

/** The user that a typed name means, by the rule of `isNamed`. */
export function userMeant(db: Database, { id }: Pick<ApplicationRow, 'id'>, name: Typed) {
  return db.selectFrom('users').where('users.applicationId', '=', id).where(isNamed('users', name));
}

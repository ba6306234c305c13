// Finds users, accounts, subscriptions, channels, variables and keys by name (docs/protocol.md#names).
// A fold is unique within its scope.
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { fold } from '@latchkey/protocol/fold.ts';
import { bareKey, foldKey } from '@latchkey/protocol/typed-text.ts';
import type { ApplicationRow, Database, Tables } from './schema.ts';

/** The name column of each table, and the column of its scope. */
export const nameColumns = {
  users: { name: 'username', scope: 'applicationId' },
  plans: { name: 'name', scope: 'applicationId' },
  channels: { name: 'name', scope: 'applicationId' },
  variables: { name: 'varid', scope: 'applicationId' },
  accounts: { name: 'username', scope: 'applicationId' },
  licenses: { name: 'key', scope: 'applicationId' },
  userVariables: { name: 'name', scope: 'userId' },
} as const satisfies Partial<Record<keyof Tables, { name: string; scope: string }>>;

export type NamedTable = keyof typeof nameColumns;

/** A name as a user typed it. A type, because `statement` does not accept an interface. */
export type TypedName = {
  readonly exact: string;
  readonly folded: string;
};

export function typedName(name: string): TypedName {
  return { exact: name, folded: fold(name) };
}

export function typedKey(key: string): TypedName {
  return { exact: key, folded: foldKey(key) };
}

/** Keys are also found with other dashes, invisible characters and spaces. */
function foldOf(table: NamedTable): (name: string) => string {
  return table === 'licenses' ? foldKey : fold;
}

/** Returns the columns of a name and its fold, for `values` and `set`. */
export function withFold<Column extends string>(column: Column, name: string) {
  const folded = column === 'key' ? foldKey(name) : fold(name);
  return { [column]: name, [`${column}Fold`]: folded } as Record<Column | `${Column}Fold`, string>; // exactly these two
}

/** Returns a condition for the row that a name means. Combine it with a condition on the scope. */
export function isNamed(table: NamedTable, { folded }: TypedName): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${table}.${nameColumns[table].name}Fold`)} = ${folded}`;
}

/**
 * Returns whether a name other than `except` exists in any spelling. The unique fold decides between
 * concurrent writes.
 */
export async function isTaken(
  db: Database,
  table: NamedTable,
  scopeId: string,
  name: string,
  except = '',
): Promise<boolean> {
  const { name: column, scope } = nameColumns[table];
  const { rows } = await sql`
    select 1 from ${sql.table(table)} where ${sql.ref(scope)} = ${scopeId}
    and ${sql.ref(`${column}Fold`)} = ${foldOf(table)(name)} and ${sql.ref(column)} <> ${except} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Returns the stored name for each of `names`, by the rule of `isNamed`, in one read. */
export async function storedNames(
  db: Database,
  table: NamedTable,
  scopeId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { name, scope } = nameColumns[table];
  const toFold = foldOf(table);
  const folds = [...new Set(names.map(toFold))];
  const { rows } = await sql<{ readonly stored: string }>`
    select ${sql.ref(name)} as ${sql.ref('stored')} from ${sql.table(table)}
    where ${sql.ref(scope)} = ${scopeId} and ${sql.ref(`${name}Fold`)} in (${sql.join(folds)})`.execute(
    db,
  );
  const byFold = new Map(rows.map(({ stored }) => [toFold(stored), stored]));
  const found = new Map(
    names.flatMap((asked): [string, string][] => {
      const stored = byFold.get(toFold(asked));
      return stored === undefined ? [] : [[asked, stored]];
    }),
  );
  if (table !== 'licenses') return found;
  const missing = names.filter((asked) => !byFold.has(toFold(asked)));
  return new Map([...(await looseKeys(db, scopeId, missing)), ...found]);
}

/** The stored key without dashes. The index `licenses_without_dashes` has this expression. */
export const keyWithoutDashes = sql<string>`replace(key_fold, '-', '')`;

export function looseKeysQuery(applicationId: string, bareKeys: readonly string[]) {
  return sql<{ readonly stored: string; readonly bare: string }>`
    select key as stored, ${keyWithoutDashes} as bare from licenses
    where application_id = ${applicationId} and ${keyWithoutDashes} in (${sql.join(bareKeys)})`;
}

/**
 * Returns the stored key for each of `keys`, compared without dashes, label and punctuation. Keys
 * that several stored ones match are left out. Ask only for keys that `isNamed` does not find.
 */
export async function looseKeys(
  db: Database,
  applicationId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Map(keys.map((key) => [key, bareKey(key)]));
  const bareKeys = [...new Set(wanted.values())].filter((bare) => bare !== '');
  if (bareKeys.length === 0) return new Map();
  const { rows } = await looseKeysQuery(applicationId, bareKeys).execute(db);
  const byBare = Map.groupBy(rows, ({ bare }) => bare);
  return new Map(
    [...wanted].flatMap(([key, bare]) => {
      const [one, ...others] = byBare.get(bare) ?? [];
      return one === undefined || others.length > 0 ? [] : [[key, one.stored]];
    }),
  );
}

/** Finds a user by the stored name, which the seller API has resolved already. */
export function userOfName(db: Database, { id }: Pick<ApplicationRow, 'id'>, username: string) {
  return db
    .selectFrom('users')
    .where('users.applicationId', '=', id)
    .where('users.username', '=', username);
}

/** Finds the user that a typed name means, by the rule of `isNamed`. */
export function userOfTypedName(db: Database, { id }: Pick<ApplicationRow, 'id'>, name: TypedName) {
  return db.selectFrom('users').where('users.applicationId', '=', id).where(isNamed('users', name));
}

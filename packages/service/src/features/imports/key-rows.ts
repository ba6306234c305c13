// Classifies and inserts the licenses of an import.
import { sql } from 'kysely';
import { fold } from '@latchkey/protocol/fold.ts';
import type { ImportedKey } from '@latchkey/protocol/seller/imports.ts';
import { foldKey } from '@latchkey/protocol/typed-text.ts';
import { isListed } from '../../database/in-list.ts';
import { keyWithoutDashes } from '../../database/names.ts';
import type { Database, Transaction } from '../../database/schema.ts';
import { markKeyNames } from '../../secrets/license-names.ts';
import { importedLicense } from '../licenses/imported-license.ts';
import { countInOrder } from '../licenses/orders.ts';
import { plansOf } from './plans.ts';
import { problem, type ImportCall, type Parsed, type RowState } from './row-states.ts';

type NewKeyRow = ReturnType<typeof importedLicense>;
export type KnownKey = Omit<NewKeyRow, 'applicationId' | 'keyFold'>;
/** Licenses that exist, or that earlier rows of a dry run create, by `bareFold`. */
export type KnownKeys = Map<string, KnownKey>;

/** Keys that differ only in dashes are equal. */
function bareFold(key: string): string {
  return foldKey(key).replaceAll('-', '');
}

/** Adds the licenses that would be created to `known`, so that later rows find them. */
export async function judgeKeys(
  db: Database,
  call: ImportCall,
  parsed: readonly Parsed<ImportedKey>[],
  known: KnownKeys,
): Promise<{ readonly states: readonly RowState[]; readonly created: readonly NewKeyRow[] }> {
  const { application, now } = call;
  const keys = parsed.flatMap((one) => ('row' in one ? [one.row] : []));
  for (const row of await existingKeys(db, application.id, keys)) known.set(bareFold(row.key), row);
  const users = await usersOf(db, application.id, keys);
  const { levels } = await plansOf(db, call);
  const created: NewKeyRow[] = [];
  const states = parsed.map((one): RowState => {
    if (!('row' in one)) return one;
    const { row } = one;
    const usedBy = users.get(fold(row.usedby ?? '')) ?? null;
    const license = importedLicense(application.id, row, usedBy, now);
    const existing = known.get(bareFold(row.key));
    if (existing !== undefined) return compared(existing, row, license);
    if (!levels.has(license.level)) return problem('level', 'level-unknown', license.level);
    created.push(license);
    known.set(bareFold(row.key), license);
    if (row.usedby === undefined || usedBy !== null) return { state: 'created' };
    return {
      state: 'created',
      warning: `No user is named "${row.usedby}", so nobody redeemed it.`,
    };
  });
  return { states, created };
}

/** Fields that the row lacks are not compared. */
function compared(existing: KnownKey, row: ImportedKey, wanted: NewKeyRow): RowState {
  if (existing.key !== row.key) return problem('key', 'spelled-otherwise', existing.key);
  const isOther: readonly (readonly [keyof ImportedKey, boolean])[] = [
    ['level', existing.level !== wanted.level],
    ['expires', existing.seconds !== wanted.seconds],
    ['status', existing.status !== wanted.status],
    ['usedby', existing.usedBy !== wanted.usedBy],
    ['usedon', existing.usedAt !== wanted.usedAt],
    ['banned', existing.bannedReason !== wanted.bannedReason],
    ['note', existing.note !== wanted.note],
    ['order', existing.orderNumber !== wanted.orderNumber],
  ];
  const column = isOther.find(([field, differs]) => differs && row[field] !== undefined)?.[0];
  return column === undefined ? { state: 'equal' } : problem(column, 'differs');
}

async function existingKeys(
  db: Database,
  applicationId: string,
  keys: readonly ImportedKey[],
): Promise<readonly KnownKey[]> {
  if (keys.length === 0) return [];
  const folds = [...new Set(keys.map(({ key }) => bareFold(key)))];
  return db
    .selectFrom('licenses')
    .select(['key', 'level', 'seconds', 'status', 'usedBy', 'usedAt', 'bannedReason'])
    .select(['note', 'createdBy', 'orderNumber', 'createdAt'])
    .where('applicationId', '=', applicationId)
    .where(sql<boolean>`${keyWithoutDashes} in (${sql.join(folds)})`)
    .execute();
}

async function usersOf(
  db: Database,
  applicationId: string,
  keys: readonly ImportedKey[],
): Promise<ReadonlyMap<string, string>> {
  const folds = [
    ...new Set(keys.flatMap(({ usedby }) => (usedby === undefined ? [] : fold(usedby)))),
  ];
  if (folds.length === 0) return new Map();
  const users = await db
    .selectFrom('users')
    .select(['id', 'usernameFold'])
    .where(isListed(db, 'users.usernameFold', applicationId, folds))
    .execute();
  return new Map(users.map(({ id, usernameFold }) => [usernameFold, id]));
}

export async function insertKeys(
  db: Transaction,
  { application, now }: ImportCall,
  licenses: readonly NewKeyRow[],
): Promise<void> {
  if (licenses.length === 0) return;
  await db.insertInto('licenses').values(licenses).execute();
  await markKeyNames(
    db,
    application.id,
    licenses.map(({ key }) => key),
  );
  const orders = Map.groupBy(
    licenses.filter(({ orderNumber }) => orderNumber !== null),
    ({ orderNumber }) => orderNumber ?? '',
  );
  for (const [order, [first, ...others]] of orders)
    if (first !== undefined)
      await countInOrder({ db, application, now }, order, {
        ...{ level: first.level, seconds: first.seconds, amount: others.length + 1 },
      });
}

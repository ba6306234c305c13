// User variables in the seller API: what each operation does. Changes run inside a transaction that ends with the audit row.
import type { userVariablesApi } from '../../shared/wire/seller/user-variables.ts';
import type { ApplicationRow, Database } from '../database/schema.ts';
import type { UserVariableRow } from '../database/schema-content.ts';
import { done, fail, type SellerRuns } from '../seller-call.ts';
import { readPage } from '../seller-page.ts';
import { userRanges, type UserRange } from '../users/user-ranges.ts';

type Wanted = Omit<UserVariableRow, 'userId'>;

export const userVariables: SellerRuns<typeof userVariablesApi> = {
  async setvar({ db, application }, { user, var: name, data, readOnly = 0 }) {
    const wanted = { name, value: data, readOnly } as const;
    const set =
      user === 'all'
        ? await setForAll(db, application, wanted)
        : await setForOne(db, application, user, wanted);
    return set ? done() : fail('No users found!');
  },
  async getvar({ db, application }, { user, var: name }) {
    const found = await db
      .selectFrom('userVariables')
      .innerJoin('users', 'users.id', 'userVariables.userId')
      .select('value')
      .where('applicationId', '=', application.id)
      .where('username', '=', user)
      .where('name', '=', name)
      .executeTakeFirst();
    return found === undefined
      ? fail('Variable not found for user')
      : done({ response: found.value }, { text: found.value });
  },
  async deluservar({ db, application }, { user, var: name }) {
    const { numDeletedRows } = await db
      .deleteFrom('userVariables')
      .where('name', '=', name)
      .where('userId', 'in', (eb) =>
        eb
          .selectFrom('users')
          .select('id')
          .where('applicationId', '=', application.id)
          .where('username', '=', user),
      )
      .executeTakeFirst();
    return numDeletedRows === 0n ? fail('Failed to delete variable!') : done();
  },
  async massUserVarDelete({ db, application }, { name }) {
    let deleted = 0n;
    for await (const range of userRanges(db, application.id))
      deleted += await deleteInRange(db, application, range, name);
    return deleted === 0n ? fail('Failed to delete user variables with that name!') : done();
  },
  async fetchalluservars({ db, application }, page) {
    const { rows, ...more } = await readPage(
      db
        .selectFrom('userVariables')
        .innerJoin('users', 'users.id', 'userVariables.userId')
        .select(['name', 'value as data', 'username as user', 'readOnly'])
        .where('applicationId', '=', application.id)
        .orderBy('username')
        .orderBy('name'),
      page,
    );
    return done({ vars: rows, ...more });
  },
};

async function setForOne(
  db: Database,
  { id }: ApplicationRow,
  username: string,
  wanted: Wanted,
): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('applicationId', '=', id)
    .where('username', '=', username)
    .executeTakeFirst();
  if (user === undefined) return false;
  await db
    .insertInto('userVariables')
    .values({ userId: user.id, ...wanted })
    .onConflict((conflict) => conflict.columns(['userId', 'name']).doUpdateSet(wanted))
    .execute();
  return true;
}

async function setForAll(db: Database, application: ApplicationRow, wanted: Wanted) {
  let any = false;
  for await (const range of userRanges(db, application.id)) {
    any = true;
    await setInRange(db, application, range, wanted);
  }
  return any;
}

async function setInRange(
  db: Database,
  { id }: ApplicationRow,
  { after, upTo }: UserRange,
  { name, value, readOnly }: Wanted,
): Promise<void> {
  await db
    .insertInto('userVariables')
    .columns(['userId', 'name', 'value', 'readOnly'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select((row) => [
          'id',
          row.cast<string>(row.val(name), 'text').as('name'),
          row.cast<string>(row.val(value), 'text').as('value'),
          row.cast<0 | 1>(row.val(readOnly), 'integer').as('readOnly'),
        ])
        .where('applicationId', '=', id)
        .where('id', '>', after)
        .where('id', '<=', upTo),
    )
    .onConflict((conflict) => conflict.columns(['userId', 'name']).doUpdateSet({ value, readOnly }))
    .execute();
}

async function deleteInRange(
  db: Database,
  { id }: ApplicationRow,
  { after, upTo }: UserRange,
  name: string,
): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom('userVariables')
    .where('name', '=', name)
    .where('userId', 'in', (eb) =>
      eb
        .selectFrom('users')
        .select('id')
        .where('applicationId', '=', id)
        .where('id', '>', after)
        .where('id', '<=', upTo),
    )
    .executeTakeFirst();
  return numDeletedRows;
}

// Seller API operations on user variables.
import { inList } from '../../database/in-list.ts';
import { fold } from '@latchkey/protocol/fold.ts';
import type { userVariablesApi } from '@latchkey/protocol/seller/user-variables.ts';
import { isNamed, withFold, typedName, userOfName } from '../../database/names.ts';
import type { ApplicationRow, Transaction } from '../../database/schema.ts';
import type { UserVariableRow } from '../../database/schema-content.ts';
import {
  beginForAll,
  done,
  fail,
  type SellerHandlers,
  type SellerCall,
} from '../../api/seller-call.ts';
import { nameOf, readLongPage, type SliceStart } from '../../api/seller-page.ts';
import { userPass } from '../../api/passes.ts';
import { userOrder } from '../../api/seller-names.ts';
import { findUser } from '../users/users.ts';

type VariableValue = Pick<UserVariableRow, 'name' | 'value' | 'readOnly'>;

export const userVariables: SellerHandlers<typeof userVariablesApi> = {
  setvar: {
    shortHandler: {
      when: ({ user }) => user !== 'all',
      run: ({ db, application }, { user, var: name, data, readOnly = 0 }) =>
        setForOne(db, application, user, { name, value: data, readOnly }),
    },
    begin: beginForAll,
    passes: [
      userPass(async ({ db }, { var: name, data, readOnly = 0 }, ids) => {
        await setForMany(db, ids, { name, value: data, readOnly });
        return ids.length;
      }),
    ],
    end: ({ changed }) => (changed === 0 ? fail('no-users') : done()),
  },
  async getvar({ db, application }, { user, var: name }) {
    const foundUser = await userOfName(db, application, user)
      .innerJoin('userVariables', 'userVariables.userId', 'users.id')
      .select('userVariables.value')
      .where('userVariables.name', '=', name)
      .executeTakeFirst();
    return foundUser === undefined
      ? fail('variable-unknown')
      : done({ response: foundUser.value, data: foundUser.value }, { text: foundUser.value });
  },
  async deluservar({ db, application }, { user, var: name }) {
    const { numDeletedRows } = await db
      .deleteFrom('userVariables')
      .where('name', '=', name)
      .where('userId', 'in', userOfName(db, application, user).select('users.id'))
      .executeTakeFirst();
    return numDeletedRows === 0n ? fail('variable-unknown') : done();
  },
  massUserVarDelete: {
    begin: beginForAll,
    passes: [
      userPass(async ({ db }, { name }, ids) => {
        const { numDeletedRows } = await db
          .deleteFrom('userVariables')
          .where(isNamed('userVariables', typedName(name)))
          .where('userId', 'in', inList(db, ids))
          .executeTakeFirst();
        return Number(numDeletedRows);
      }),
    ],
    end: ({ changed }) => (changed === 0 ? fail('variable-unknown') : done()),
  },
  async fetchalluservars(call, { user, ...page }) {
    const found = user === undefined ? null : await findUser(call, user);
    if (found === undefined) return fail('user-unknown');
    const userId = found?.id ?? null;
    const { rows, ...more } = await readLongPage(
      call,
      {
        name: `userVariables by ${userOrder(call)} ${userId ?? ''}`,
        hasTies: true,
        cursors: (start) => variablesQuery(call, userId, start),
        rows: (start) =>
          variablesQuery(call, userId, start).select(['users.username', 'value', 'readOnly']),
      },
      page,
    );
    const vars = rows.map(({ username: user, second: name, value: data, readOnly }) => ({
      name,
      data,
      user,
      readOnly,
    }));
    return done({ vars, ...more });
  },
};

/**
 * `userId` is null for all users. Uses the connection for long reads, because few of very many users
 * may have a variable.
 */
function variablesQuery(call: SellerCall, userId: string | null, { after, cursor }: SliceStart) {
  const { reader, application } = call;
  const order = userOrder(call);
  return reader
    .selectFrom('userVariables')
    .innerJoin('users', 'users.id', 'userVariables.userId')
    .select([`${order} as first`, 'userVariables.name as second'])
    .where('users.applicationId', '=', application.id)
    .$if(userId !== null, (query) => query.where('users.id', '=', userId))
    .$if(after === 'ties', (query) =>
      query.where(order, '=', nameOf(cursor)).where('userVariables.name', '>', cursor.second),
    )
    .$if(after === 'first', (query) => query.where(order, '>', nameOf(cursor)))
    .orderBy(order)
    .orderBy('userVariables.name');
}

async function setForOne(
  db: Transaction,
  application: ApplicationRow,
  username: string,
  { name, value, readOnly }: VariableValue,
) {
  const user = await userOfName(db, application, username).select('users.id').executeTakeFirst();
  if (user === undefined) return fail('user-unknown');
  await db
    .insertInto('userVariables')
    .values({ userId: user.id, ...withFold('name', name), value, readOnly })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'nameFold']).doUpdateSet({ value, readOnly }),
    )
    .execute();
  return done();
}

/** `userIds` must belong to the seller's application. */
async function setForMany(
  db: Transaction,
  userIds: readonly string[],
  { name, value, readOnly }: VariableValue,
): Promise<void> {
  await db
    .insertInto('userVariables')
    .columns(['userId', 'name', 'nameFold', 'value', 'readOnly'])
    .expression(
      db
        .selectFrom('users')
        .select((row) => [
          'users.id',
          row.cast<string>(row.val(name), 'text').as('name'),
          row.cast<string>(row.val(fold(name)), 'text').as('nameFold'),
          row.cast<string>(row.val(value), 'text').as('value'),
          row.cast<0 | 1>(row.val(readOnly), 'integer').as('readOnly'),
        ])
        .where('users.id', 'in', inList(db, userIds)),
    )
    .onConflict((conflict) =>
      conflict.columns(['userId', 'nameFold']).doUpdateSet({ value, readOnly }),
    )
    .execute();
}

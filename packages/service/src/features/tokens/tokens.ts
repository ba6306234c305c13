// Selects and renames the tokens that programs need to open sessions. A token belongs to a user
// name, a license key, or nobody yet.
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { ApplicationRow, Tables, Transaction } from '../../database/schema.ts';
import type { UserRow } from '../../database/schema-users.ts';

type Application = Pick<ApplicationRow, 'id'>;

/** Condition for `where`: the tokens of a user, and of the licenses that the user redeemed. */
export function tokensOf(application: Application, user: Pick<UserRow, 'id' | 'username'>) {
  return (
    eb: ExpressionBuilder<Tables, 'tokens'>,
  ): ExpressionWrapper<Tables, 'tokens', SqlBool> => {
    const keys = eb
      .selectFrom('licenses')
      .select('key')
      .where('licenses.applicationId', '=', application.id)
      .where('licenses.usedBy', '=', user.id);
    return eb.and([
      eb('applicationId', '=', application.id),
      eb.or([
        eb.and([eb('kind', '=', 'user'), eb('assigned', '=', user.username)]),
        eb.and([eb('kind', '=', 'license'), eb('assigned', 'in', keys)]),
      ]),
    ]);
  };
}

/** Assigns a user's tokens to the new name. */
export async function renameTokens(
  transaction: Transaction,
  application: Application,
  from: string,
  to: string,
): Promise<void> {
  await transaction
    .updateTable('tokens')
    .set({ assigned: to })
    .where('applicationId', '=', application.id)
    .where('kind', '=', 'user')
    .where('assigned', '=', from)
    .execute();
}

// Removing users with everything that is theirs: sessions, subscriptions, devices, variables and messages go with the row,
// tokens by their name. Licenses that they used stay used. Must run inside a transaction.
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { ApplicationRow, Tables, Transaction } from '../../database/schema.ts';

type Which = (
  eb: ExpressionBuilder<Tables, 'users'>,
) => ExpressionWrapper<Tables, 'users', SqlBool>;

/** Two statements, however many they are. Returns how many there were. */
export async function removeUsers(
  transaction: Transaction,
  { id }: Pick<ApplicationRow, 'id'>,
  which: Which,
): Promise<number> {
  const names = transaction
    .selectFrom('users')
    .select('username')
    .where('applicationId', '=', id)
    .where(which);
  await transaction
    .deleteFrom('tokens')
    .where('applicationId', '=', id)
    .where('kind', '=', 'user')
    .where('assigned', 'in', names)
    .execute();
  const { numDeletedRows } = await transaction
    .deleteFrom('users')
    .where('applicationId', '=', id)
    .where(which)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

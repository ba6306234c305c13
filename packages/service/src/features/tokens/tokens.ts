// Selects and renames the tokens that programs need to open sessions. A token belongs to a user
// name, a license key, or nobody yet.
import { sql, type SqlBool } from 'kysely';
import { equals, isStill } from '../../database/expressions.ts';
import type { ApplicationRow, Transaction } from '../../database/schema.ts';
import type { UserRow } from '../../database/schema-users.ts';

type Application = Pick<ApplicationRow, 'id'>;

/**
 * Tests whether a token belongs to a user, or to a license that the user redeemed. A list of owners,
 * and a table for SQLite: otherwise both databases would read all tokens of the application.
 */
export function isTokenOf(application: Application, user: Pick<UserRow, 'id' | 'username'>) {
  const keys = sql`select 'license', ${sql.ref('licenses.key')} from licenses
    where ${isStill('licenses.applicationId', application.id)}
    and ${equals('licenses.usedBy', user.id)}`;
  const owners = sql`(select 'user', ${user.username} union all ${keys}) as owners`;
  return sql<SqlBool>`application_id = ${application.id}
    and (kind, assigned) in (select * from ${owners})`;
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

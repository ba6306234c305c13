// The fields of `info` about the account itself (docs/protocol.md#additional-fields): the recovery
// codes that are left, and recent changes.
import type { ApplicationRow, Database } from '../../database/schema.ts';
import type { UserRow } from '../../database/schema-users.ts';
import { countCodes } from '../two-factor/recovery-codes.ts';
import { eventsAnswer } from './account-events.ts';

export type Account = Pick<UserRow, 'totpSecret' | 'recoveryCodes' | 'accountEvents'> &
  Pick<UserRow, 'features'>;

export function accountFacts(
  { application, now }: { readonly application: ApplicationRow; readonly now: number },
  { totpSecret, recoveryCodes, accountEvents }: Omit<Account, 'features'>,
) {
  const events = eventsAnswer(accountEvents, now);
  if (application.recoveryCodes === 0 || totpSecret === null) return { events };
  return { recovery: { left: countCodes(recoveryCodes) }, events };
}

export async function readAccount(db: Database, userId: string): Promise<Account> {
  return db
    .selectFrom('users')
    .select(['totpSecret', 'recoveryCodes', 'accountEvents', 'features'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

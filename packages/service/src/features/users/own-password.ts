// Verifies the password of the signed-in user, before a change that a stolen session must not make.
import type { SignedInCall } from '../../api/call.ts';
import type { UserRow } from '../../database/schema-users.ts';

export type ProvedUser = Pick<UserRow, 'id' | 'passwordHash' | 'totpSecret' | 'recoveryCodes'>;

/** Returns null if the password is wrong. */
export async function proveUser(
  { application, user, db, passwords }: SignedInCall,
  password: string,
): Promise<ProvedUser | null> {
  const found = await db
    .selectFrom('users')
    .select(['id', 'passwordHash', 'totpSecret', 'recoveryCodes'])
    .where('id', '=', user.id)
    .executeTakeFirst();
  const legacy = application.legacyHashes === 1;
  const isCorrect = await passwords.verify(found?.passwordHash ?? null, password, legacy);
  return isCorrect && found !== undefined ? found : null;
}

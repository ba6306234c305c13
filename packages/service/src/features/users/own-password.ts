// Verifies the password of the signed-in user, before a change that a stolen session must not make.
import type { SignedInCall } from '../../api/call.ts';
import type { UserRow } from '../../database/schema-users.ts';
import { refuse, type Refusal } from '../../outcome.ts';
import { withBudget } from '../../secrets/wrong-secrets.ts';

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

/** Returns null if the password is right. A wrong one counts as at a sign-in. */
export async function refuseWrongPassword(
  call: SignedInCall,
  password: string,
): Promise<Refusal | null> {
  const account = { name: call.user.username, isKnown: true };
  const check = async () => {
    const isRight = (await proveUser(call, password)) !== null;
    const outcome = isRight ? ({ ok: true } as const) : refuse('bad-credentials');
    return { outcome, proved: isRight };
  };
  const { imitateVerify } = call.passwords;
  const outcome = await withBudget<{ readonly ok: true }>(call, account, check, imitateVerify);
  return outcome.ok ? null : outcome;
}

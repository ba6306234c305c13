// `changepassword`: changes the password of the signed-in user and ends all other sessions
// (docs/protocol.md#changing-the-password).
// SECURITY: requires the password, and the code where it is on, so that a stolen session cannot
// take the account over. Wrong ones count as at a sign-in.
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import type { SignedInCall } from '../../api/call.ts';
import { transactOrRefuse, type InTransaction } from '../../database/transact.ts';
import { refuse, type Outcome, type Success } from '../../outcome.ts';
import { isLicenseKey } from '../../secrets/license-names.ts';
import { returnSlots, type Slot } from '../../secrets/throttles.ts';
import { withBudget, type CheckResult } from '../../secrets/wrong-secrets.ts';
import { endOtherSessions } from '../sessions/ended-sessions.ts';
import { spendSignInCode } from '../sessions/write-sign-in.ts';
import { askForCode } from '../two-factor/recovery-codes.ts';
import { computerOfSession, recordAccountEvent } from './account-events.ts';
import { proveUser, type ProvedUser } from './own-password.ts';

type PasswordRequest = RequestOf<'changepassword'>;
type Checked = CheckResult<Outcome<'changepassword'>>;

export async function changePassword(
  call: SignedInCall,
  request: PasswordRequest,
): Promise<Outcome<'changepassword'>> {
  const { application, user, passwords } = call;
  if (application.passwordChanges === 0) return refuse('type-unknown');
  return withBudget<Success<'changepassword'>>(
    call,
    { name: user.username, isKnown: true },
    async (slots): Promise<Checked> => {
      const found = await proveUser(call, request.pass);
      if (found === null) return { outcome: refuse('bad-credentials'), proved: false };
      if (found.totpSecret !== null && request.code === undefined)
        return { outcome: askForCode(application, found), proved: true };
      const passwordHash = await passwords.hash(request.newpass);
      const outcome = await transactOrRefuse(call, (inside) =>
        writePassword(inside, request, found, passwordHash, slots),
      );
      return { outcome, proved: outcome.ok ? 'given-back' : outcome.reason !== 'bad-code' };
    },
    passwords.imitateVerify,
  );
}

/** Writes only to an unchanged user: of two concurrent changes, one is refused. */
async function writePassword(
  call: InTransaction<SignedInCall>,
  { code, newpass }: PasswordRequest,
  { id, passwordHash: before, totpSecret }: ProvedUser,
  passwordHash: string,
  slots: readonly Slot[],
): Promise<Outcome<'changepassword'>> {
  const { db, application, session, now, idempotency } = call;
  // Returned, not thrown: the count of wrong codes must be committed.
  const codeRefusal = await spendSignInCode(call, { id, totpSecret }, code);
  if (codeRefusal !== null) return codeRefusal;
  const passwordIsKey = await isLicenseKey(db, application.id, newpass);
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ passwordHash, passwordIsKey })
    .where('id', '=', id)
    .where('passwordHash', '=', before)
    .where('totpSecret', totpSecret === null ? 'is' : '=', totpSecret)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return refuse('bad-credentials');
  await db.deleteFrom('passwordResets').where('userId', '=', id).execute();
  const computer = await computerOfSession(db, session.idHash);
  await recordAccountEvent(call, id, { event: 'password-changed', by: 'user', computer });
  await endOtherSessions(db, { userId: id, exceptIdHash: session.idHash, now }, 'password-changed');
  await returnSlots(db, slots);
  const answer = { message: 'Successfully changed password.' };
  await idempotency.complete(db, { ok: true, answer });
  return { ok: true, answer };
}

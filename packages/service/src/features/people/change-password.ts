// A person changes the password. All sessions end, and the person gets a new one.
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import { transact } from '../../database/transact.ts';
import { auditPerson, passwordsOf, type PeopleParts } from './people.ts';
import { createPersonSession, endPersonSessions, type Origin } from './person-sessions.ts';
import { checkCredentials, type Credentials, type SignInRefusal } from './sign-in.ts';

export async function changePassword(
  parts: PeopleParts,
  credentials: Credentials,
  newPassword: string,
  origin: Origin,
): Promise<{ readonly ok: true; readonly sessionId: string } | SignInRefusal> {
  const checked = await checkCredentials(parts, credentials, origin.ip);
  if (!checked.ok) return checked;
  const { person } = checked;
  const passwordHash = await (await passwordsOf(parts, person.ownerid)).hash(newPassword);
  const { db, nowMs } = parts;
  return transact(db, async (transaction) => {
    // SECURITY: a reset or another change meanwhile wins.
    const { numUpdatedRows } = await transaction
      .updateTable('people')
      .set({ passwordHash })
      .where('id', '=', person.id)
      .where('passwordHash', '=', person.passwordHash)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { ok: false, reason: 'wrong-password' } as const;
    const now = toUnixSeconds(nowMs());
    await endPersonSessions(transaction, person.id, now);
    const sessionId = await createPersonSession(transaction, person.id, origin, now);
    const change = { type: 'changepassword', detail: '', ip: origin.ip };
    await auditPerson(transaction, person, change, nowMs());
    return { ok: true, sessionId } as const;
  });
}

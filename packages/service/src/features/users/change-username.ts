// `changeUsername`: another name for the signed-in user, whose sessions end with the old one (contract 1.15).
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import type { SignedInCall } from '../../api/call.ts';
import { refuse, type Outcome } from '../../outcome.ts';
import { refuseUserName } from './user-names.ts';
import { renameUser } from './user-renaming.ts';

export async function changeUsername(
  call: SignedInCall,
  { newUsername }: RequestOf<'changeUsername'>,
): Promise<Outcome<'changeUsername'>> {
  const { application, user } = call;
  const formRefusal = refuseUserName(application, newUsername);
  if (formRefusal !== null) return formRefusal;
  return call.idempotency.transact(call, async ({ db }): Promise<Outcome<'changeUsername'>> => {
    // Takes the user's row: another change at once is seen whole or not at all.
    const { username } = await db
      .updateTable('users')
      .set((eb) => ({ username: eb.ref('username') }))
      .where('id', '=', user.id)
      .returning('username')
      .executeTakeFirstOrThrow();
    const renamed =
      username !== newUsername &&
      (await renameUser(db, application, { id: user.id, username }, newUsername));
    return renamed
      ? { ok: true, answer: { message: 'Successfully changed username, user logged out.' } }
      : refuse('new-username-taken');
  });
}

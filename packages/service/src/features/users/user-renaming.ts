// Renames users for the seller API and `changeUsername`, and ends their sessions
// (docs/protocol.md#user-renaming). The database alone decides whether a name is taken.
import { isOfToken } from '../sessions/program-tokens.ts';
import { withFold } from '../../database/names.ts';
import type { ApplicationRow, Transaction } from '../../database/schema.ts';
import type { UserRow } from '../../database/schema-users.ts';
import { isLicenseKey } from '../../secrets/license-names.ts';
import { errorCode } from '../../start-problem.ts';
import { isUserNameTaken } from './look-alikes.ts';
import { skeletonOf } from '../../skeletons.ts';
import { renameTokens } from '../tokens/tokens.ts';
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import type { SignedInCall } from '../../api/call.ts';
import { refuse, type Outcome } from '../../outcome.ts';
import { refuseUserName } from './users.ts';

/**
 * Thrown if another user took the name. Its code makes `transact` retry, and the retry finds the
 * name taken.
 */
class NameRace extends Error {
  override readonly name = 'NameRace';
  readonly code = '40001';
}

/**
 * Renames a user and ends their sessions. Must run inside `transact`, which retries. Returns false
 * if the name is taken.
 */
export async function renameUser(
  transaction: Transaction,
  application: Pick<ApplicationRow, 'id'>,
  user: Pick<UserRow, 'id' | 'username'>,
  newName: string,
): Promise<boolean> {
  if (await isUserNameTaken(transaction, application.id, newName, user.username)) return false;
  await setName(transaction, application, user.id, newName);
  await renameTokens(transaction, application, user.username, newName);
  await transaction.deleteFrom('sessions').where('userId', '=', user.id).execute();
  return true;
}

async function setName(
  transaction: Transaction,
  application: Pick<ApplicationRow, 'id'>,
  userId: string,
  username: string,
): Promise<void> {
  const name = {
    ...withFold('username', username),
    skeleton: skeletonOf(username),
    nameIsKey: await isLicenseKey(transaction, application.id, username),
  };
  try {
    await transaction.updateTable('users').set(name).where('id', '=', userId).execute();
  } catch (error) {
    // 23505 is PostgreSQL's code for a unique violation.
    throw errorCode(error) === '23505'
      ? new NameRace('The name was taken', { cause: error })
      : error;
  }
}

export async function changeUsername(
  call: SignedInCall,
  { newUsername }: RequestOf<'changeUsername'>,
): Promise<Outcome<'changeUsername'>> {
  const { application, user } = call;
  const formRefusal = refuseUserName(application, newUsername);
  if (formRefusal !== null) return formRefusal;
  if (await isOfToken(call)) return refuse('not-signed-in');
  return call.idempotency.transact(call, async ({ db }): Promise<Outcome<'changeUsername'>> => {
    // Locks the user, so that a concurrent change is seen whole or not at all.
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

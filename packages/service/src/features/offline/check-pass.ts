// Issues an offline pass for a signed-in session (docs/protocol.md#offline-passes).
import type { SignedInCall } from '../../api/call.ts';
import type { UserRow } from '../../database/schema-users.ts';
import { transactWithin, type InTransaction } from '../../database/transact.ts';
import { ownedSubscriptions } from '../subscriptions/subscriptions.ts';
import { offlineAnswer, type PassRequest } from './passes.ts';

/**
 * Returns the field `offline` of a check. A check succeeds even if the database takes no writes, but
 * then without a pass, because the seat of its computer would not be held.
 */
export async function offlineAnswerOfCheck(
  call: SignedInCall,
  { offline }: PassRequest,
): Promise<{ readonly offline?: string }> {
  if (offline !== 1 || call.application.offlineHours === 0) return {};
  try {
    return await transactWithin(call, async (inside) => {
      const locked = await lockUser(inside);
      if (locked === undefined) return {};
      const hwid = await deviceOf(inside);
      const owned = await ownedSubscriptions(inside.db, inside.user.id);
      return offlineAnswer(inside, { ...inside.user, ...locked }, owned, { offline, hwid });
    });
  } catch (error) {
    call.log.warn({ err: error }, 'Could not record an offline pass');
    return {};
  }
}

type CheckCall = InTransaction<SignedInCall>;

/**
 * SECURITY: locks the user's row, so that a computer that is removed meanwhile gets no pass. Returns
 * undefined if the user was banned or deleted meanwhile.
 */
async function lockUser({ db, user }: CheckCall): Promise<Pick<UserRow, 'features'> | undefined> {
  return db
    .updateTable('users')
    .set((eb) => ({ totpStep: eb.ref('totpStep') }))
    .where('id', '=', user.id)
    .where('bannedReason', 'is', null)
    .returning('features')
    .executeTakeFirst();
}

/**
 * With the device lock, only a bound computer gets a pass.
 * SECURITY: none with a token of the customers' page, because any program can take one.
 */
async function deviceOf({ db, application, session, user }: CheckCall): Promise<string | null> {
  const row = await db
    .selectFrom('sessions')
    .leftJoin('devices', (join) =>
      join
        .onRef('devices.userId', '=', 'sessions.userId')
        .onRef('devices.hwid', '=', 'sessions.hwid'),
    )
    .select(['sessions.hwid', 'devices.hwid as boundHwid'])
    .where('sessions.idHash', '=', session.idHash)
    .where('sessions.userId', '=', user.id)
    .where('sessions.programToken', 'is', null)
    .executeTakeFirst();
  return (application.hwidLock === 1 ? row?.boundHwid : row?.hwid) ?? null;
}

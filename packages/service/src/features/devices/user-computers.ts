// Seller API operations on the computers and sessions of one user (docs/helping.md#computers).
import type { userComputersApi } from '@latchkey/protocol/seller/user-computers.ts';
import { done, fail, type SellerHandlers } from '../../api/seller-call.ts';
import type { ServiceSecret } from '../../secrets/service-secret.ts';
import {
  countSessions,
  endOtherSessions,
  endSessionsOfComputer,
} from '../sessions/ended-sessions.ts';
import { ownedSubscriptions } from '../subscriptions/subscriptions.ts';
import { bySeller, recordAccountEvent } from '../users/account-events.ts';
import { findUser } from '../users/users.ts';
import { boundDevices, type BoundDevice } from './devices.ts';
import { computerIdOf } from './removals.ts';
import { allowedComputers } from './seats.ts';

export const userComputers: SellerHandlers<typeof userComputersApi> = {
  async fetchcomputers(call, { user: name }) {
    const { db, secret, application, now } = call;
    const user = await findUser(call, name);
    if (user === undefined) return fail('user-unknown');
    const allowed = allowedComputers(await ownedSubscriptions(db, user.id), now);
    return done({
      computers: computersAnswer(secret, user.id, await boundDevices(db, user.id)),
      allowed: application.hwidLock === 1 ? allowed : null,
    });
  },

  async removecomputer(call, { user: name, id }) {
    const { db, secret, now } = call;
    const user = await findUser(call, name);
    if (user === undefined) return fail('user-unknown');
    const bound = await boundDevices(db, user.id);
    const removed = bound.find(({ hwid }) => computerIdOf(secret, user.id, hwid) === id);
    if (removed === undefined) return fail('computer-unknown');
    // Before the deletion: sign-ins lock the user first, too.
    await recordAccountEvent(call, user.id, bySeller('computer-removed', removed.name));
    // Unlike a removal by the user, it holds no seat for an offline pass.
    await db
      .deleteFrom('devices')
      .where('userId', '=', user.id)
      .where('hwid', '=', removed.hwid)
      .execute();
    await endSessionsOfComputer(db, { userId: user.id, exceptIdHash: '', now }, removed.hwid);
    return done();
  },

  async endsessions(call, { user: name }) {
    const { db, now } = call;
    const user = await findUser(call, name);
    if (user === undefined) return fail('user-unknown');
    const ended = await countSessions(call, user.id);
    await endOtherSessions(db, { userId: user.id, exceptIdHash: '', now }, 'ended-elsewhere');
    return done({ ended: String(ended) });
  },
};

/** Times are text. */
export function computersAnswer(
  secret: Pick<ServiceSecret, 'deriveKey'>,
  userId: string,
  bound: readonly BoundDevice[],
) {
  return bound.map(({ hwid, name, system, addedAt, lastSeenAt }) => ({
    ...{ id: computerIdOf(secret, userId, hwid), name, system, boundat: String(addedAt) },
    lastseen: lastSeenAt === null ? null : String(lastSeenAt),
  }));
}

// Seller API operations on the computers and sessions of one user (docs/helping.md#computers).
import type { userComputersApi } from '@latchkey/protocol/seller/user-computers.ts';
import { done, fail, type SellerCall, type SellerHandlers } from '../../api/seller-call.ts';
import { holdsSeats, runningPasses } from '../offline/held-seats.ts';
import {
  countSessions,
  endOtherSessions,
  endSessionsOfComputer,
} from '../sessions/ended-sessions.ts';
import { ownedSubscriptions } from '../subscriptions/subscriptions.ts';
import { bySeller, recordAccountEvent } from '../users/account-events.ts';
import { findUser } from '../users/users.ts';
import { bindingTimeOf, boundDevices } from './devices.ts';
import { computerIdOf } from './removals.ts';
import { allowedComputers } from './seats.ts';

export const userComputers: SellerHandlers<typeof userComputersApi> = {
  async fetchcomputers(call, { user: name }) {
    const { db, application, now } = call;
    const user = await findUser(call, name);
    if (user === undefined) return fail('user-unknown');
    const allowed = allowedComputers(await ownedSubscriptions(db, user.id), now);
    return done({
      ...(await computersAnswer(call, user.id)),
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

type AnswerCall = Pick<SellerCall, 'db' | 'secret' | 'application' | 'now'>;

/** The computers of a user, and the removed ones that still run offline. Times are text. */
export async function computersAnswer(call: AnswerCall, userId: string) {
  const { db, secret, application } = call;
  const bound = await boundDevices(db, userId);
  const passes = await runningPasses(call, userId);
  const ends = new Map(passes.map(({ hwid, endsAt }) => [hwid, String(endsAt)]));
  const idOf = (hwid: string) => computerIdOf(secret, userId, hwid);
  const computers = bound.map(({ hwid, name, system, addedAt, lastSeenAt }) => ({
    id: idOf(hwid),
    name,
    system,
    boundat: String(addedAt),
    lastseen: lastSeenAt === null ? null : String(lastSeenAt),
    until: ends.get(hwid) ?? null,
  }));
  const removed = passes
    .filter(({ hwid }) => bindingTimeOf(bound, hwid) === null)
    .map(({ hwid, endsAt, seatHeld }) => ({
      id: idOf(hwid),
      until: String(endsAt),
      held: seatHeld === 1 && holdsSeats(application),
    }));
  return { computers, removed };
}

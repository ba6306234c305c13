// `removecomputer`: removes a computer of a user and signs in on another one in its place
// (docs/protocol.md#removing-a-computer). The ticket stands for password and code, so that no
// second code is needed.
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import type { SessionCall } from '../../api/call.ts';
import type { InTransaction } from '../../database/transact.ts';
import type { UserRow } from '../../database/schema-users.ts';
import { emitEvent } from '../../outbound/events.ts';
import { recordSignIn } from '../history/history.ts';
import { refuse, type Outcome, type Refusal, type Success } from '../../outcome.ts';
import {
  isStillProved,
  readRemovalTicket,
  type RemovalTicket,
} from '../../secrets/removal-tickets.ts';
import { refuseBlacklisted } from '../access-lists/blacklist.ts';
import { endSessionsOfComputer } from '../sessions/ended-sessions.ts';
import { rememberAddress } from '../sessions/known-addresses.ts';
import { signInSession } from '../sessions/sessions.ts';
import { featureFacts } from '../subscriptions/features.ts';
import { infoAnswer, ownedSubscriptions, refuseInactive } from '../subscriptions/subscriptions.ts';
import { recordAccountEvent } from '../users/account-events.ts';
import { accountFacts } from '../users/account-facts.ts';
import { refuseBanned } from '../users/bans.ts';
import { holdSeat, holdsSeats, releaseSeat } from '../offline/held-seats.ts';
import { bindingTimeOf, boundDevices, type BoundDevice } from './devices.ts';
import { allowsRemovals, computerIdOf, isTicketUsed, recordRemoval, resetsOf } from './removals.ts';
import { computerFacts } from './seats.ts';

type RemovalCall = InTransaction<SessionCall>;

/** A success, with the device that a replay reports as the one that was bound before. */
type Removal = Success<'removecomputer'> & { readonly hwid: string | null };

export async function removeComputer(
  call: SessionCall,
  { ticket: sealed, id }: RequestOf<'removecomputer'>,
): Promise<Outcome<'removecomputer'>> {
  const { application, now: boundAt } = call;
  if (!allowsRemovals(application)) return refuse('type-unknown');
  const ticket = readRemovalTicket(call, sealed);
  if (ticket === null) return refuse('ticket-unknown');
  return call.idempotency.transact(
    call,
    (inside) => replaceComputer(inside, ticket, id),
    (outcome) =>
      outcome.ok ? { ok: true, signedIn: ticket.userId, hwid: outcome.hwid, boundAt } : outcome,
  );
}

/**
 * Changes nothing unless it succeeds, or the removed computer keeps its seat until its offline pass
 * ends (setting `passrelease`). Then the computer is removed, but nobody is signed in.
 */
async function replaceComputer(
  call: RemovalCall,
  ticket: RemovalTicket,
  id: string,
): Promise<Removal | Refusal> {
  const { db, now, ip, secret } = call;
  const user = await lockUser(call, ticket);
  if (user === undefined || !isStillProved(ticket, user) || (await isTicketUsed(db, ticket.id)))
    return refuse('ticket-unknown');
  const owned = await ownedSubscriptions(db, user.id);
  const refusal =
    refuseBanned(user) ??
    (await refuseBlacklisted(db, call.application, { ip, hwid: ticket.hwid })) ??
    refuseInactive(owned, now);
  if (refusal !== null) return refusal;
  const bound = await boundDevices(db, user.id);
  // The computer was bound meanwhile, so it does not need another computer's seat.
  if (bindingTimeOf(bound, ticket.hwid) !== null) return refuse('ticket-unknown');
  const resets = await resetsOf(call, user.id);
  if (resets.left === 0) return refuse('no-resets-left', { resets });
  const removed = bound.find(({ hwid }) => computerIdOf(secret, user.id, hwid) === id);
  if (removed === undefined) return refuse('computer-unknown');
  const until = await holdSeat(db, user.id, removed.hwid, now);
  if (until !== null && holdsSeats(call.application)) {
    await removeBound(call, { userId: user.id, removal: ticket.id }, removed);
    return refuse('seat-held', { until });
  }
  if (!(await signInSession(call, user.id, ticket.hwid))) return refuse('session-gone');
  const accountEvents = await removeBound(call, { userId: user.id, removal: ticket.id }, removed);
  await bindInPlace(call, ticket, user);
  const hwid = bound.find((one) => one !== removed)?.hwid ?? null;
  const info = {
    ...infoAnswer(user, owned, { now, ip, hwid, boundAt: now, lastLoginAt: now }),
    ...(await computerFacts(call, user.id, bound.length, owned)),
    ...accountFacts(call, { ...user, accountEvents }),
    ...featureFacts(owned, user.features, now),
  };
  return { ok: true, hwid, answer: { message: 'Logged in!', info } };
}

/** SECURITY: locks the user's row, so that concurrent removals and sign-ins run one by one. */
export function lockUser(
  { db, application }: RemovalCall,
  { userId }: Pick<RemovalTicket, 'userId'>,
): Promise<UserRow | undefined> {
  return db
    .updateTable('users')
    .set((eb) => ({ totpStep: eb.ref('totpStep') }))
    .where('id', '=', userId)
    .where('applicationId', '=', application.id)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Also ends the sessions of the removed computer. `removal` is unique. Returns the account's list of
 * changes.
 */
export async function removeBound(
  call: RemovalCall,
  { userId, removal }: { readonly userId: string; readonly removal: string },
  removed: BoundDevice,
): Promise<string> {
  const { db, session, now } = call;
  await db
    .deleteFrom('devices')
    .where('userId', '=', userId)
    .where('hwid', '=', removed.hwid)
    .execute();
  await recordRemoval(call, userId, removal);
  const ending = { userId, exceptIdHash: session.idHash, now };
  await endSessionsOfComputer(db, ending, removed.hwid);
  return recordAccountEvent(call, userId, {
    event: 'computer-removed',
    by: 'user',
    computer: removed.name,
  });
}

/** The number of computers stays, even where more are bound than allowed. */
async function bindInPlace(
  call: RemovalCall,
  { hwid, computer: name, system = '' }: RemovalTicket,
  user: UserRow,
): Promise<void> {
  const { db, now, ip } = call;
  const { id: userId, username } = user;
  await db
    .insertInto('devices')
    .values({ userId, hwid, name, system, addedAt: now, lastSeenAt: now })
    .execute();
  await releaseSeat(db, userId, hwid);
  const written = await db
    .updateTable('users')
    .set((eb) => ({ previousLoginAt: eb.ref('lastLoginAt'), lastLoginAt: now, lastIp: ip }))
    .where('id', '=', userId)
    .returning('previousLoginAt')
    .executeTakeFirstOrThrow();
  await rememberAddress(call, { user, knownAt: null, knownKeyIds: null });
  await emitEvent(db, call, 'login', { username, ip });
  const attempt = { operation: 'removecomputer', hwid, computer: name };
  await recordSignIn(call, { id: userId, ...written }, attempt);
}

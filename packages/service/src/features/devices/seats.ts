// Counts the computers that a user's subscriptions allow (docs/protocol.md#bound-computers).
import type { ClientType } from '@latchkey/protocol/client-spec.ts';
import type { OwnedSubscription } from '../../api/call.ts';
import type { ApplicationRow, Database } from '../../database/schema.ts';
import { heldSeats } from '../offline/held-seats.ts';
import { isActive } from '../subscriptions/subscriptions.ts';
import { bindingTimeOf, boundDevices, type Seats } from './devices.ts';
import { allowsRemovals, resetsOf } from './removals.ts';

/** The largest number of the running subscriptions, and 1 if none is running. */
export function allowedComputers(owned: readonly OwnedSubscription[], now: number): number {
  return Math.max(
    1,
    ...owned.filter((one) => isActive(one, now)).map(({ computers }) => computers),
  );
}

/** Returns the seats of a user as a sign-in on the computer `hwid` sees them. */
export async function readSeats(
  { db, application, now }: FactsCall,
  userId: string,
  hwid: string | undefined,
  owned: readonly OwnedSubscription[],
): Promise<Seats> {
  const bound = await boundDevices(db, userId);
  const isBound = bindingTimeOf(bound, hwid) !== null;
  const held = isBound ? [] : await heldSeats({ db, application, now }, userId, hwid);
  return { bound, held, allowed: allowedComputers(owned, now) };
}

interface FactsCall {
  readonly db: Database;
  readonly application: ApplicationRow;
  readonly now: number;
}

/**
 * The fields of `info` about computers, and the optional operations that are on
 * (docs/protocol.md#additional-fields). Reads nothing unless users may remove computers.
 */
export async function computerFacts(
  call: FactsCall,
  userId: string,
  used: number,
  owned: readonly OwnedSubscription[],
) {
  const { application, now } = call;
  // Without the lock, computers are not limited.
  const can = optionalOperations(application);
  if (application.hwidLock === 0) return { can };
  const computers = { used, allowed: allowedComputers(owned, now) };
  if (!allowsRemovals(application)) return { computers, can };
  return { computers, resets: await resetsOf(call, userId), can };
}

const computerOperations = ['removecomputer', 'computers', 'renamecomputer'] as const;
const sessionOperations = ['sessions', 'endsession'] as const;

/** The names of the operations that are on, so that programs offer no other ones. */
function optionalOperations(application: ApplicationRow): ClientType[] {
  return [
    ...(application.passwordChanges === 1 ? ['changepassword' as const] : []),
    ...(application.recoveryCodes === 1 ? ['newrecoverycodes' as const] : []),
    ...(allowsRemovals(application) ? computerOperations : []),
    ...(application.ownSessions === 1 ? sessionOperations : []),
  ];
}

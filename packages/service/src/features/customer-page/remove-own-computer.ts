// Removes a computer of the signed-in user on the customers' page. It signs no computer in, so it
// needs no ticket.
import { randomUUID } from 'node:crypto';
import type { SignedInCall } from '../../api/call.ts';
import { transactWithin } from '../../database/transact.ts';
import { refuse, type Refusal } from '../../outcome.ts';
import { holdSeat, holdsSeats } from '../offline/held-seats.ts';
import { boundDevices } from '../devices/devices.ts';
import { allowsRemovals, computerIdOf, resetsOf } from '../devices/removals.ts';
import { lockUser, removeBound } from '../devices/remove-computer.ts';

/** `until`: unix seconds at which the seat is free; null: now. */
type Removal = { readonly ok: true; readonly until: number | null } | Refusal;

export async function removeOwnComputer(call: SignedInCall, id: string): Promise<Removal> {
  if (!allowsRemovals(call.application)) return refuse('type-unknown');
  const userId = call.user.id;
  return transactWithin(call, async (inside): Promise<Removal> => {
    await lockUser(inside, { userId });
    const bound = await boundDevices(inside.db, userId);
    const removed = bound.find(({ hwid }) => computerIdOf(call.secret, userId, hwid) === id);
    if (removed === undefined) return refuse('computer-unknown');
    const resets = await resetsOf(inside, userId);
    if (resets.left === 0) return refuse('no-resets-left', { resets });
    const until = await holdSeat(inside.db, userId, removed.hwid, call.now);
    await removeBound(inside, { userId, removal: randomUUID() }, removed);
    return { ok: true, until: holdsSeats(call.application) ? until : null };
  });
}

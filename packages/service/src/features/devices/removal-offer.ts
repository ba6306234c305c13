// Refuses a sign-in on a computer for which no seat is free, and offers to remove another computer
// (docs/protocol.md#removing-a-computer). SECURITY: the caller has verified the password and
// checked everything else, and the code is spent here, so that nobody else gets the list.
import { transactOrRefuse, type InTransaction } from '../../database/transact.ts';
import type { UserRow } from '../../database/schema-users.ts';
import { refuse, type Refusal } from '../../outcome.ts';
import { holdsSeats, runningPasses } from '../offline/held-seats.ts';
import { makeRemovalTicket } from '../../secrets/removal-tickets.ts';
import { spendSignInCode, type Credentials, type SignInCall } from '../sessions/write-sign-in.ts';
import type { BoundDevice } from './devices.ts';
import { computersList, resetsOf } from './removals.ts';

export async function offerRemoval(
  call: SignInCall,
  { code, hwid = '', computer = '', system }: Credentials,
  user: UserRow,
  bound: readonly BoundDevice[],
): Promise<Refusal> {
  return transactOrRefuse(call, async (inside) => {
    // Returned, not thrown: the count of wrong codes must be committed.
    const codeRefusal = await spendSignInCode(inside, user, code, computer);
    if (codeRefusal !== null) return codeRefusal;
    const resets = await resetsOf(inside, user.id);
    const ticket = makeRemovalTicket(inside, user, {
      hwid,
      computer,
      ...(system !== undefined && { system }),
    });
    const offer = refuse('wrong-device', {
      computers: await offeredComputers(inside, user.id, bound),
      resets,
      ...(resets.left > 0 && { ticket }),
    });
    // Runs in the transaction that spends the code, because a retry must not need another code.
    await inside.idempotency.complete(inside.db, offer);
    return offer;
  });
}

/** The list, with the ends of the computers' passes, which the user should know before a removal. */
async function offeredComputers(
  call: InTransaction<SignInCall>,
  userId: string,
  bound: readonly BoundDevice[],
) {
  const passes = new Map(
    (await runningPasses(call, userId)).map(({ hwid, endsAt }) => [hwid, endsAt]),
  );
  const held = holdsSeats(call.application) ? { held: true } : {};
  return computersList(call.secret, userId, bound).map((computer, index) => {
    const until = passes.get(bound[index]?.hwid ?? '');
    return until === undefined ? computer : { ...computer, until, ...held };
  });
}

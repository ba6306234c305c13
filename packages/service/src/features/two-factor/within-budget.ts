// Runs changes of two-factor sign-in. A wrong code counts like a wrong password, but only in the
// user's own budget.
import type { SignedInCall } from '../../api/call.ts';
import type { StoredOutcome } from '../../api/idempotency/stored-outcome.ts';
import type { Transaction } from '../../database/schema.ts';
import type { UserRow } from '../../database/schema-users.ts';
import type { InTransaction } from '../../database/transact.ts';
import type { Outcome, Refusal } from '../../outcome.ts';
import { budgetsOf } from '../../secrets/budgets.ts';
import { returnSlots } from '../../secrets/throttles.ts';
import { withTriesLeft } from '../../secrets/tries-left.ts';
import { refuseWhenSpent, reserveWithin } from '../../secrets/wrong-secrets.ts';

/** `toStored` returns the outcome to store, for outcomes with secrets. */
export async function withinBudget<O extends Outcome>(
  call: SignedInCall,
  run: (call: InTransaction<SignedInCall>, locked: LockedUser) => Promise<O | Refusal>,
  toStored?: (outcome: O | Refusal) => StoredOutcome,
): Promise<O | Refusal> {
  const { own } = budgetsOf(call, { name: call.user.username });
  return refuseWhenSpent(() =>
    call.idempotency.transact(
      call,
      async (inside) => {
        // Locks in the order of a sign-in, so that the two cannot deadlock.
        const locked = await lockUser(inside.db, inside.user.id);
        const taken = await reserveWithin(inside.db, inside, [own]);
        const outcome = await run(inside, locked);
        if (isWrongCode(outcome)) return withTriesLeft(outcome, taken);
        await returnSlots(inside.db, taken.slots);
        return outcome;
      },
      toStored,
    ),
  );
}

function isWrongCode(outcome: Outcome): outcome is Refusal {
  return !outcome.ok && ['two-factor-bad-code', 'bad-code'].includes(outcome.reason);
}

export type LockedUser = Pick<
  UserRow,
  'totpSecret' | 'totpPendingSecret' | 'totpPendingAt' | 'recoveryPending'
>;

/** Returns the current secrets and locks the user's row until the transaction ends. */
async function lockUser(transaction: Transaction, userId: string): Promise<LockedUser> {
  return transaction
    .updateTable('users')
    .set((eb) => ({ totpStep: eb.ref('totpStep') }))
    .where('id', '=', userId)
    .returning(['totpSecret', 'totpPendingSecret', 'totpPendingAt', 'recoveryPending'])
    .executeTakeFirstOrThrow();
}

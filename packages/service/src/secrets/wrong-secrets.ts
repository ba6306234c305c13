// Applies the budgets of docs/protocol.md#rate-limits to wrong passwords, one-time codes, keys and
// email addresses. Correct secrets never count.
// SECURITY: a slot is reserved before the secret is checked, so that concurrent guesses, even to
// several processes, are all counted.
import type { Expression } from 'kysely';
import { refuse, type Refusal } from '../outcome.ts';
import {
  budgetsOf,
  maxAttempts,
  refusalBudgetOf,
  windowSeconds,
  type Account,
  type Scopes,
} from './budgets.ts';
import { withTriesLeft } from './tries-left.ts';
import type { ApplicationRow, Database, Transaction } from '../database/schema.ts';
import {
  addToCount,
  refillTimeOf,
  returnSlots,
  reserve,
  type Budget,
  type Slot,
  type Reservation,
} from './throttles.ts';
import { transact } from '../database/transact.ts';
import { clockToleranceSeconds } from '../clock.ts';
import { ConcurrentAttempts } from './concurrent-attempts.ts';

/**
 * How long an address stays known after a user's sign-in from it. Attempts of others never lock out
 * a user at a known address.
 */
export const knownForSeconds = 30 * 24 * 60 * 60;

/** Tracks attempts in flight in this process. */
export class TryLedger {
  readonly concurrentAttempts = new ConcurrentAttempts();
}

/** The parts of a call that identify its budgets. `Call` has all of them. */
export interface BudgetCall {
  readonly db: Database;
  readonly application: ApplicationRow;
  readonly now: number;
  readonly ip: string;
}

interface Caller extends BudgetCall {
  readonly tries: TryLedger;
  readonly idempotency: {
    readonly claim: <T>(db: Database, work: (transaction: Transaction) => Promise<T>) => Promise<T>;
  };
}

export interface CheckResult<Result> {
  readonly outcome: Result;
  /**
   * `false`: the secret was wrong, so the attempt counts. `given-back`: it was correct, and a
   * transaction has already returned the slots. `refused`: it was correct, but the user was
   * refused, which has a separate budget.
   */
  readonly proved: boolean | 'given-back' | 'refused';
}

/**
 * Runs `check` unless a budget of this account or address is spent. If `check` throws, nothing
 * counts. A transaction of `check` may return the slots itself.
 */
export async function withBudget<Success extends { readonly ok: true }>(
  caller: Caller,
  account: Account,
  check: (slots: readonly Slot[]) => Promise<CheckResult<Success | Refusal>>,
): Promise<Success | Refusal> {
  const { concurrentAttempts } = caller.tries;
  const budgets = budgetsOf(caller, account);
  const refusalBudget = refusalBudgetOf(caller, account);
  const scopes = budgets.map(({ scope }) => scope);
  concurrentAttempts.enter(scopes);
  try {
    const reservation = await takeSlots(caller, budgets, refusalBudget);
    if (!reservation.ok) return refuse('rate-limited', { retryAfter: reservation.retryAfter });
    let freed = true;
    try {
      const checked = await check(reservation.slots);
      freed = checked.proved !== false;
      if (checked.proved === true) await returnSlotsNow(caller, reservation.slots);
      if (checked.proved === 'refused')
        await countRefusal(caller, reservation.slots, refusalBudget);
      return checked.proved === false && !checked.outcome.ok
        ? withTriesLeft(checked.outcome, reservation)
        : checked.outcome;
    } catch (error) {
      await returnSlotsNow(caller, reservation.slots).catch(() => undefined);
      throw error;
    } finally {
      concurrentAttempts.settle(scopes, freed);
    }
  } finally {
    concurrentAttempts.leave(scopes);
  }
}

/**
 * Reserves slots in the transaction that looks up the secret and writes the result. Throws, to roll
 * back, if this attempt exceeds a budget. `spentUntil` finds budgets that were spent before.
 */
export async function reserveWithin(
  transaction: Transaction,
  caller: Caller,
  account: Account,
): Promise<Extract<Reservation, { ok: true }>> {
  const reservation = await reserve(transaction, budgetsOf(caller, account), caller.now);
  if (!reservation.ok) throw new BudgetSpent(reservation.spentScopes, reservation.retryAfter);
  return reservation;
}

/** Turns a rollback by `reserveWithin` into a refusal. */
export async function refuseWhenSpent<Result>(
  run: () => Promise<Result>,
): Promise<Result | Refusal> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof BudgetSpent)
      return refuse('rate-limited', { retryAfter: error.retryAfter });
    throw error;
  }
}

/**
 * Builds a subquery for the unix seconds when the last spent budget is refilled, or null. `known`
 * is a subquery that has a row if the account is known at this address.
 */
export function spentUntil(
  db: Database,
  scopes: Scopes,
  now: number,
  isKnownQuery: Expression<unknown>,
) {
  return (
    db
      .selectFrom('throttles')
      .select(({ fn }) => fn.max<number | null>('throttles.endsAt').as('until'))
      // Searches by the three scopes, because very many windows may be open.
      .where('throttles.scope', 'in', [scopes.address, scopes.accountAddress, scopes.account])
      .where('throttles.endsAt', '>', now)
      .where((eb) =>
        eb.or([
          eb('throttles.scope', '=', scopes.accountAddress),
          // SECURITY: `exists` is never null, which would count as known.
          eb.not(eb.exists(isKnownQuery)),
        ]),
      )
      .where((eb) => {
        const maxSeconds = eb
          .case()
          .when('throttles.scope', '=', scopes.account)
          .then(windowSeconds.account + clockToleranceSeconds)
          .else(windowSeconds.address + clockToleranceSeconds)
          .end();
        // A window that ends later was written by a clock that was ahead.
        return eb(eb('throttles.endsAt', '-', maxSeconds), '<=', now);
      })
      .where((eb) => {
        const limitOf = eb
          .case()
          .when('throttles.scope', '=', scopes.accountAddress)
          .then(maxAttempts.accountAddress)
          .when('throttles.scope', '=', scopes.account)
          .then(maxAttempts.account)
          .else(maxAttempts.address)
          .end();
        return eb('throttles.count', '>=', limitOf);
      })
  );
}

class BudgetSpent extends Error {
  override readonly name = 'Spent';
  readonly spentScopes: readonly string[];
  readonly retryAfter: number;
  constructor(spentScopes: readonly string[], retryAfter: number) {
    super('A budget is spent');
    this.spentScopes = spentScopes;
    this.retryAfter = retryAfter;
  }
}

/** Takes all slots or none. Waits while attempts in flight may still return their slots. */
async function takeSlots(
  caller: Caller,
  budgets: readonly [Budget, ...Budget[]],
  refusalBudget: Budget,
) {
  const { tries } = caller;
  const scopes = budgets.map(({ scope }) => scope);
  for (;;) {
    const { reservation, before } = await tries.concurrentAttempts.inTurn(
      budgets[0].scope,
      async () => {
        const before = tries.concurrentAttempts.freedCounts(scopes);
        const reservation = await tryReserve(caller, budgets, refusalBudget);
        if (reservation.ok) tries.concurrentAttempts.hold(scopes);
        return { reservation, before };
      },
    );
    if (
      reservation.ok ||
      !(await tries.concurrentAttempts.freedSince(before, reservation.spentScopes))
    )
      return reservation;
  }
}

/** Claims the request in the same transaction, so that a replay counts nothing. */
async function tryReserve(
  { db, now, idempotency }: Caller,
  budgets: readonly Budget[],
  refusalBudget: Budget,
) {
  try {
    return await idempotency.claim(db, async (transaction) => {
      const reservation = await reserve(transaction, budgets, now);
      if (!reservation.ok) throw new BudgetSpent(reservation.spentScopes, reservation.retryAfter);
      const endsAt = await refillTimeOf(transaction, refusalBudget, now);
      if (endsAt !== null) throw new BudgetSpent([refusalBudget.scope], Math.max(1, endsAt - now));
      return reservation;
    });
  } catch (error) {
    if (error instanceof BudgetSpent)
      return { ok: false as const, spentScopes: error.spentScopes, retryAfter: error.retryAfter };
    throw error;
  }
}

function countRefusal(
  { db, now }: BudgetCall,
  slots: readonly Slot[],
  { scope, seconds }: Budget,
): Promise<void> {
  return transact(db, async (transaction) => {
    await returnSlots(transaction, slots);
    await addToCount(transaction, scope, 1, now + seconds, now);
  });
}

function returnSlotsNow({ db }: BudgetCall, slots: readonly Slot[]): Promise<void> {
  return transact(db, (transaction) => returnSlots(transaction, slots));
}

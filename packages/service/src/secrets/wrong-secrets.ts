// Applies the budgets of docs/protocol.md#rate-limits to wrong passwords, one-time codes, keys and
// email addresses. Correct secrets never count.
// SECURITY: a slot is reserved before the secret is checked, so that concurrent guesses, even to
// several processes, are all counted.
import type { Expression } from 'kysely';
import { refuse, type Refusal } from '../outcome.ts';
import { budgetsOf, most, refusalsOf, secondsOf, type Account, type Scopes } from './budgets.ts';
import { withTriesLeft } from './tries-left.ts';
import type { ApplicationRow, Database, Transaction } from '../database/schema.ts';
import {
  addTo,
  endOfSpent,
  returnSlots,
  reserve,
  type Budget,
  type Slot,
  type Reservation,
} from './throttles.ts';
import { transact } from '../database/transact.ts';
import { clockSlackSeconds } from '../clock.ts';
import { Turns } from './turns.ts';

/**
 * How long an address stays known after a user's sign-in from it. Attempts of others never lock out
 * a user at a known address.
 */
export const knownForSeconds = 30 * 24 * 60 * 60;

/** Tracks attempts in flight in this process. */
export class TryLedger {
  readonly turns = new Turns();
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

export interface Tried<Result> {
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
  check: (slots: readonly Slot[]) => Promise<Tried<Success | Refusal>>,
): Promise<Success | Refusal> {
  const { turns } = caller.tries;
  const budgets = budgetsOf(caller, account);
  const refusals = refusalsOf(caller, account);
  const scopes = budgets.map(({ scope }) => scope);
  turns.enter(scopes);
  try {
    const taken = await takeSlots(caller, budgets, refusals);
    if (!taken.ok) return refuse('rate-limited', { retryAfter: taken.retryAfter });
    let freed = true;
    try {
      const tried = await check(taken.slots);
      freed = tried.proved !== false;
      if (tried.proved === true) await returnSlotsAlone(caller, taken.slots);
      if (tried.proved === 'refused') await countRefusal(caller, taken.slots, refusals);
      return tried.proved === false && !tried.outcome.ok
        ? withTriesLeft(tried.outcome, taken)
        : tried.outcome;
    } catch (error) {
      await returnSlotsAlone(caller, taken.slots).catch(() => undefined);
      throw error;
    } finally {
      turns.settle(scopes, freed);
    }
  } finally {
    turns.leave(scopes);
  }
}

/**
 * Reserves slots in the transaction that looks up the secret and writes the result. Throws, to roll
 * back, if this attempt exceeds a budget. `spentUntil` finds budgets that were spent before.
 */
export async function takeWithin(
  transaction: Transaction,
  caller: Caller,
  account: Account,
): Promise<Extract<Reservation, { ok: true }>> {
  const taken = await reserve(transaction, budgetsOf(caller, account), caller.now);
  if (!taken.ok) throw new Spent(taken.full, taken.retryAfter);
  return taken;
}

/** Turns a rollback by `reserveWithin` into a refusal. */
export async function refuseWhenSpent<Result>(
  run: () => Promise<Result>,
): Promise<Result | Refusal> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Spent) return refuse('rate-limited', { retryAfter: error.retryAfter });
    throw error;
  }
}

/**
 * Builds a subquery for the unix seconds when the last spent budget is refilled, or null. `known`
 * is a subquery that has a row if the account is known at this address.
 */
export function spentUntil(db: Database, scopes: Scopes, now: number, known: Expression<unknown>) {
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
          eb.not(eb.exists(known)),
        ]),
      )
      .where((eb) => {
        const longest = eb
          .case()
          .when('throttles.scope', '=', scopes.account)
          .then(secondsOf.account + clockSlackSeconds)
          .else(secondsOf.address + clockSlackSeconds)
          .end();
        // A window that ends later was written by a clock that was ahead.
        return eb(eb('throttles.endsAt', '-', longest), '<=', now);
      })
      .where((eb) => {
        const mostOf = eb
          .case()
          .when('throttles.scope', '=', scopes.accountAddress)
          .then(most.accountAddress)
          .when('throttles.scope', '=', scopes.account)
          .then(most.account)
          .else(most.address)
          .end();
        return eb('throttles.count', '>=', mostOf);
      })
  );
}

class Spent extends Error {
  override readonly name = 'Spent';
  readonly full: readonly string[];
  readonly retryAfter: number;
  constructor(full: readonly string[], retryAfter: number) {
    super('A budget is spent');
    this.full = full;
    this.retryAfter = retryAfter;
  }
}

/** Takes all slots or none. Waits while attempts in flight may still return their slots. */
async function takeSlots(
  caller: Caller,
  budgets: readonly [Budget, ...Budget[]],
  refusals: Budget,
) {
  const { tries } = caller;
  const scopes = budgets.map(({ scope }) => scope);
  for (;;) {
    const { taken, seen } = await tries.turns.inTurn(budgets[0].scope, async () => {
      const seen = tries.turns.see(scopes);
      const taken = await reserveOrUndo(caller, budgets, refusals);
      if (taken.ok) tries.turns.hold(scopes);
      return { taken, seen };
    });
    if (taken.ok || !(await tries.turns.freedSince(seen, taken.full))) return taken;
  }
}

/** Claims the request in the same transaction, so that a replay counts nothing. */
async function reserveOrUndo(
  { db, now, idempotency }: Caller,
  budgets: readonly Budget[],
  refusals: Budget,
) {
  try {
    return await idempotency.claim(db, async (transaction) => {
      const taken = await reserve(transaction, budgets, now);
      if (!taken.ok) throw new Spent(taken.full, taken.retryAfter);
      const endsAt = await endOfSpent(transaction, refusals, now);
      if (endsAt !== null) throw new Spent([refusals.scope], Math.max(1, endsAt - now));
      return taken;
    });
  } catch (error) {
    if (error instanceof Spent)
      return { ok: false as const, full: error.full, retryAfter: error.retryAfter };
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
    await addTo(transaction, scope, 1, now + seconds, now);
  });
}

function returnSlotsAlone({ db }: BudgetCall, slots: readonly Slot[]): Promise<void> {
  return transact(db, (transaction) => returnSlots(transaction, slots));
}

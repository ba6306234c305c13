// The budgets of contract 0.10 for wrong secrets: a password, a one-time code, an unknown key, a wrong mail address. What
// proves right is never counted. SECURITY: a place is taken before the secret is looked at, so that guesses sent at once,
// to however many processes, are counted one by one.
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

/** A user's own address that is this recent is not held to what strangers spend. */
export const knownForSeconds = 30 * 24 * 60 * 60;

/** What this process alone knows of tries that are under way. */
export class TryLedger {
  readonly turns = new Turns();
}

/** What of a call says whose budget it is; `Call` has all of it. */
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
   * false: the secret was wrong, and this try counts. `given-back`: as true, where a transaction has done it already. `refused`:
   * it was right, and refused all the same, which counts in a budget of its own.
   */
  readonly proved: boolean | 'given-back' | 'refused';
}

/**
 * Runs `check`, which says whether the secret proved right, unless the budgets of this account and address are spent. Where
 * `check` throws, nothing counts. `check` gets what `returnSlots` takes, for a transaction that wants to do so itself.
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
 * Within one transaction that looks the secret up and writes what follows from it. Undoes the transaction when spent. What is
 * spent already is read with `spentUntil`, also for a right one.
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

/** Turns `takeWithin`'s end of a transaction into a refusal. */
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
 * A subquery: when the last of the budgets that are spent is filled again, unix seconds; null where none is spent. `known`: a
 * subquery that has a row where the account is known here, as `Account` says.
 */
export function spentUntil(db: Database, scopes: Scopes, now: number, known: Expression<unknown>) {
  return (
    db
      .selectFrom('throttles')
      .select(({ fn }) => fn.max<number | null>('throttles.endsAt').as('until'))
      // By scope, of which there are three: those that have not ended yet may be very many.
      .where('throttles.scope', 'in', [scopes.address, scopes.accountAddress, scopes.account])
      .where('throttles.endsAt', '>', now)
      .where((eb) =>
        eb.or([
          eb('throttles.scope', '=', scopes.accountAddress),
          // SECURITY: never null, which would be as if the user were known.
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
        // One that ends later is of a clock that was ahead.
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

/** All or none; waits where tries that are under way may turn out not to count. */
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

/** The request is claimed with it: where it is a repeat, it counts nothing, and where it is refused, it leaves nothing. */
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

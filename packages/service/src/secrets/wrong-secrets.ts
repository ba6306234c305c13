// Applies the budgets of docs/protocol.md#rate-limits to wrong passwords, one-time codes, keys and
// email addresses. Correct secrets never count.
// SECURITY: a slot is reserved before the secret is checked, so that concurrent guesses, even to
// several processes, are all counted.
import { refuse, type Refusal } from '../outcome.ts';
import { budgetsOf, refusalBudgetOf, type Account, type AttemptBudgets } from './budgets.ts';
import { withTriesLeft } from './tries-left.ts';
import type { ApplicationRow, Database, Transaction } from '../database/schema.ts';
import {
  addToCount,
  refillTimeOf,
  returnSlots,
  reserve,
  spentReservation,
  type Budget,
  type Slot,
  type Reservation,
} from './throttles.ts';
import { transact } from '../database/transact.ts';
import { ConcurrentAttempts } from './concurrent-attempts.ts';

/**
 * How long an address stays known after a user's sign-in from it. Attempts of others never lock out
 * a user at a known address.
 */
export const knownForSeconds = 30 * 24 * 60 * 60;

/** Tracks attempts in flight in this process. */
export class AttemptsInFlight {
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
  readonly attempts: AttemptsInFlight;
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
  /**
   * Records the outcome, in the transaction that returns the slots, if there is one. Not called for
   * `given-back`.
   */
  readonly record?: (transaction: Transaction) => Promise<void>;
}

/**
 * Runs `check` unless a budget of this account or address is spent. If `check` throws, nothing
 * counts. A transaction of `check` may return the slots itself.
 *
 * SECURITY: a spent budget of the address does not stop a known user, but a wrong secret of that
 * user is answered as for any other name. `imitateCheck` takes as long as `check` takes for a wrong
 * secret.
 */
export async function withBudget<Success extends { readonly ok: true }>(
  caller: Caller,
  account: Account,
  check: (slots: readonly Slot[]) => Promise<CheckResult<Success | Refusal>>,
  imitateCheck?: () => Promise<void>,
): Promise<Success | Refusal> {
  const { concurrentAttempts } = caller.attempts;
  const budgets = budgetsOf(caller, account);
  const refusalBudget = refusalBudgetOf(caller, account);
  const scopes = budgets.all.map(({ scope }) => scope);
  concurrentAttempts.enter(scopes);
  try {
    const reservation = await takeSlots(caller, budgets, account.isKnown === true, refusalBudget);
    if (!reservation.ok) {
      if (reservation.isAddressSpent) await imitateCheck?.();
      return refuse('rate-limited', { retryAfter: reservation.retryAfter });
    }
    const heldScopes = reservation.slots.map(({ scope }) => scope);
    let wasReturned = true;
    try {
      const checked = await check(reservation.slots);
      wasReturned = checked.proved !== false;
      await settle(caller, checked, reservation.slots, refusalBudget);
      return checked.proved === false && !checked.outcome.ok
        ? wrongSecretAnswer(checked.outcome, reservation)
        : checked.outcome;
    } catch (error) {
      // A wrong secret counts even if it could not be recorded.
      if (wasReturned) await returnSlotsNow(caller, reservation.slots).catch(() => undefined);
      throw error;
    } finally {
      concurrentAttempts.settle(heldScopes, wasReturned);
    }
  } finally {
    concurrentAttempts.leave(scopes);
  }
}

/**
 * Hides a wrong password if the address's budget is spent. A wrong code is reported, because the
 * password was correct.
 */
function wrongSecretAnswer(refusal: Refusal, reservation: GrantedSlots): Refusal {
  const { addressWait: retryAfter } = reservation;
  if (retryAfter === 0 || refusal.reason === 'bad-code') return withTriesLeft(refusal, reservation);
  return refuse('rate-limited', { retryAfter });
}

/**
 * Reserves slots in the transaction that looks up the secret and writes the result. Throws, to roll
 * back, if this attempt exceeds a budget. `spentUntil` finds budgets that were spent before.
 */
export async function reserveWithin(
  transaction: Transaction,
  { now }: Pick<Caller, 'now'>,
  budgets: readonly Budget[],
): Promise<Extract<Reservation, { ok: true }>> {
  const reservation = await reserve(transaction, budgets, now);
  if (!reservation.ok) throw new BudgetSpent(reservation);
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
      return refuse('rate-limited', { retryAfter: error.reservation.retryAfter });
    throw error;
  }
}

type SpentReservation = Extract<Reservation, { ok: false }>;

class BudgetSpent extends Error {
  override readonly name = 'Spent';
  readonly reservation: SpentReservation;
  constructor(reservation: SpentReservation) {
    super('A budget is spent');
    this.reservation = reservation;
  }
}

type GrantedSlots = Extract<Reservation, { ok: true }> & {
  /** Seconds until the address's budget is refilled; 0 if it is not spent. */
  readonly addressWait: number;
};

interface RefusedSlots {
  readonly ok: false;
  readonly retryAfter: number;
  readonly isAddressSpent: boolean;
}

/**
 * Takes all slots or none. If the address's budget is spent, a known user takes only a slot of the
 * user's own budget, and every answer has the wait for the address.
 */
async function takeSlots(
  caller: Caller,
  { all, address, own }: AttemptBudgets,
  isKnown: boolean,
  refusalBudget: Budget,
): Promise<GrantedSlots | RefusedSlots> {
  const reservation = await takeInTurn(caller, all, refusalBudget);
  if (reservation.ok) return { ...reservation, addressWait: 0 };
  const addressWait = reservation.waits.get(address.scope) ?? 0;
  if (addressWait === 0)
    return { ok: false, retryAfter: reservation.retryAfter, isAddressSpent: false };
  const refused = { ok: false, retryAfter: addressWait, isAddressSpent: true } as const;
  if (!isKnown) return refused;
  const ownReservation = await takeInTurn(caller, [own], refusalBudget);
  return ownReservation.ok ? { ...ownReservation, addressWait } : refused;
}

/** Waits while attempts in flight may still return their slots. */
async function takeInTurn(
  caller: Caller,
  budgets: readonly Budget[],
  refusalBudget: Budget,
): Promise<Reservation> {
  const { concurrentAttempts } = caller.attempts;
  const scopes = budgets.map(({ scope }) => scope);
  for (;;) {
    const { reservation, before } = await concurrentAttempts.inTurn(scopes[0] ?? '', async () => {
      const before = concurrentAttempts.freedCounts(scopes);
      const reservation = await tryReserve(caller, budgets, refusalBudget);
      if (reservation.ok) concurrentAttempts.hold(scopes);
      return { reservation, before };
    });
    if (
      reservation.ok ||
      !(await concurrentAttempts.freedSince(before, [...reservation.waits.keys()]))
    )
      return reservation;
  }
}

/** Claims the request in the same transaction, so that a replay counts nothing. */
async function tryReserve(
  { db, now, idempotency }: Caller,
  budgets: readonly Budget[],
  refusalBudget: Budget,
): Promise<Reservation> {
  try {
    return await idempotency.claim(db, async (transaction) => {
      const reservation = await reserve(transaction, budgets, now);
      if (!reservation.ok) throw new BudgetSpent(reservation);
      const endsAt = await refillTimeOf(transaction, refusalBudget, now);
      if (endsAt === null) return reservation;
      const wait = new Map([[refusalBudget.scope, Math.max(1, endsAt - now)]]);
      throw new BudgetSpent(spentReservation(wait));
    });
  } catch (error) {
    if (error instanceof BudgetSpent) return error.reservation;
    throw error;
  }
}

/** Returns the slots if the secret was correct, counts a refusal, and records the outcome. */
async function settle(
  { db, now }: BudgetCall,
  { proved, record }: Pick<CheckResult<unknown>, 'proved' | 'record'>,
  slots: readonly Slot[],
  { scope, seconds }: Budget,
): Promise<void> {
  if (proved === 'given-back' || (proved === false && record === undefined)) return;
  await transact(db, async (transaction) => {
    if (proved !== false) await returnSlots(transaction, slots);
    if (proved === 'refused') await addToCount(transaction, scope, 1, now + seconds, now);
    await record?.(transaction);
  });
}

function returnSlotsNow({ db }: BudgetCall, slots: readonly Slot[]): Promise<void> {
  return transact(db, (transaction) => returnSlots(transaction, slots));
}

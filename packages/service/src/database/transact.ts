// Writes that belong together: all of them or none, run again where the database says that they lost a race against
// others. It decides nothing about what is written.
import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Transaction } from './schema.ts';
import { errorCode } from '../start-problem.ts';
import { Overloaded } from '../overloaded.ts';
import { withinShare } from './write-share.ts';
import type { Refusal } from '../outcome.ts';

/**
 * By code, after how many milliseconds it is a fault and no race any more. PostgreSQL and what speaks like it: serialization
 * failure, and deadlock, which takes the server a second to see. SQLite: another process wrote, or is writing; it has waited
 * for that already, and blocked this process. On PostgreSQL what we read may also be gone when we write what refers to it
 * (23503), or be there by then (23505); read again, it is missing or there as it always would have been. A server that has
 * become a copy of another one takes no writes (25006): its connections are dropped, and the next may lead to the one that
 * does. A connection that does not know a prepared statement, or knows another one (26000, 42P05, 0A000), is dropped too.
 */
const lostRaces: Readonly<Record<string, number>> = {
  '40001': 6000,
  '40P01': 6000,
  '23503': 2000,
  '23505': 2000,
  '25006': 2000,
  '26000': 2000,
  '42P05': 2000,
  '0A000': 2000,
  SQLITE_BUSY: 2000,
  SQLITE_BUSY_SNAPSHOT: 2000,
};
/** Who lost that often met too many others at the same rows: the service is busy, and nothing is broken. */
const meanBusy: ReadonlySet<string> = new Set(['40001', '40P01']);
const retryAfterSeconds = 1;
const mostTries = 10;
const firstPauseMs = 4;
const longestPauseMs = 250;

/**
 * `run` may run several times, each time on what is in the database then, so it must have no effect outside of it: no
 * request, no file, no change of a variable that it did not make. What it throws undoes everything and is thrown on.
 * Throws Overloaded where it lost every race against others.
 */
export async function transact<T>(
  db: Database,
  run: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withinShare(db, () => db.transaction().execute(run));
    } catch (error) {
      const code = errorCode(error);
      const giveUpAfterMs = lostRaces[code] ?? -1;
      if (attempt === mostTries || performance.now() - startedAt > giveUpAfterMs)
        throw meanBusy.has(code) ? new Overloaded(retryAfterSeconds) : error;
    }
    // By chance, so that those who met once do not meet again.
    await pause(Math.random() * Math.min(longestPauseMs, firstPauseMs * 2 ** attempt));
  }
}

/** A context inside a transaction: it has no way to the database outside of it. */
export type Within<Context extends { readonly db: Database }> = Omit<Context, 'db' | 'reader'> & {
  readonly db: Transaction;
};

/** `transact` for work that needs its whole context, which it gets with the transaction in place of the database. */
export function transactWithin<Context extends { readonly db: Database }, T>(
  context: Context,
  work: (context: Within<Context>) => Promise<T>,
): Promise<T> {
  return transact(context.db, (db) => work({ ...context, db }));
}

/** Throw it inside of `transactOrRefuse`. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

/** As `transactWithin`; where `work` throws Refused, the transaction is rolled back and the refusal is returned. */
export async function transactOrRefuse<Context extends { readonly db: Database }, T>(
  context: Context,
  work: (context: Within<Context>) => Promise<T>,
): Promise<T | Refusal> {
  try {
    return await transactWithin(context, work);
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
}

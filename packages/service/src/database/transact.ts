// Runs writes in a transaction, and retries if the database reports a lost race, or if the connection
// ends before the commit.
import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Transaction } from './schema.ts';
import { errorCode } from '../start-problem.ts';
import { Overloaded } from '../overloaded.ts';
import { isEndedConnection } from './storage-faults.ts';
import { runInShare } from './write-share.ts';
import type { Refusal } from '../outcome.ts';

/**
 * Codes of lost races, with the milliseconds after which a further loss is a fault. 40001 is a
 * serialization failure, 40P01 a deadlock, which the server takes a second to detect. 23503 and
 * 23505: a row was deleted or inserted after our read; a retry reads the new state. 25006: the
 * server has become a replica; its connection is dropped, and the next may lead to the primary.
 * 26000, 42P05, 0A000: the connection has no such prepared statement, or another one, and is
 * dropped too. SQLITE_BUSY: another process wrote or writes; SQLite has waited for it already, and
 * blocked this process.
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
/** If every retry loses these races, the service is busy, not broken. */
const busyCodes: ReadonlySet<string> = new Set([
  ...['40001', '40P01', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT'],
]);
/** A server that ends all connections is back soon, or not at all. */
const endedConnectionMs = 2000;
const retryAfterSeconds = 1;
const maxAttempts = 10;
const firstPauseMs = 4;
const maxPauseMs = 250;

/**
 * `run` may run several times, so it must have no other effect: no request, no file, no change of
 * an outer variable. Its errors roll back and are rethrown. Throws Overloaded if it lost every
 * race.
 */
export async function transact<T>(
  db: Database,
  run: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const progress = { mayBeCommitted: false };
    try {
      return await runInShare(db, () =>
        db.transaction().execute(async (transaction) => {
          const result = await run(transaction);
          progress.mayBeCommitted = true;
          return result;
        }),
      );
    } catch (error) {
      const code = errorCode(error);
      // The server has rolled back what it lost before the commit.
      const isLost = !progress.mayBeCommitted && isEndedConnection(error);
      const giveUpAfterMs = isLost ? endedConnectionMs : (lostRaces[code] ?? -1);
      if (attempt === maxAttempts || performance.now() - startedAt > giveUpAfterMs)
        throw busyCodes.has(code) ? new Overloaded(retryAfterSeconds) : error;
    }
    // Random, so that the same transactions do not collide again.
    await pause(Math.random() * Math.min(maxPauseMs, firstPauseMs * 2 ** attempt));
  }
}

/** A context in a transaction, without access to the database outside of it. */
export type InTransaction<Context extends { readonly db: Database }> = Omit<
  Context,
  'db' | 'reader'
> & {
  readonly db: Transaction;
};

/** Like `transact`, for work that needs its context, in which the transaction is the database. */
export function transactWithin<Context extends { readonly db: Database }, T>(
  context: Context,
  work: (context: InTransaction<Context>) => Promise<T>,
): Promise<T> {
  return transact(context.db, (db) => work({ ...context, db }));
}

/** Throw it inside of `transactOrRefuse` to roll back and return the refusal. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

/** Like `transactWithin`. If `work` throws Refused, rolls back and returns the refusal. */
export async function transactOrRefuse<Context extends { readonly db: Database }, T>(
  context: Context,
  work: (context: InTransaction<Context>) => Promise<T>,
): Promise<T | Refusal> {
  try {
    return await transactWithin(context, work);
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
}

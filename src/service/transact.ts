// Writes that belong together: all of them or none, run again where the database says that they lost a race against
// others. It decides nothing about what is written.
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './schema.ts';
import { errorCode } from './start-problem.ts';

/** PostgreSQL and what speaks like it: serialization failure, deadlock. SQLite: another process wrote, or is writing. */
const lostRaces = ['40001', '40P01', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT'];
const mostTries = 10;
/** A database that is still held by somebody else after this long is a fault, not a race. */
const giveUpAfterMs = 2000;
const firstPauseMs = 4;
const longestPauseMs = 250;

/**
 * `run` may run several times, each time on what is in the database then, so it must have no effect outside of it: no
 * request, no file, no change of a variable that it did not make. What it throws undoes everything and is thrown on.
 */
export async function transact<T>(
  db: Database,
  run: (transaction: Database) => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(run);
    } catch (error) {
      const tooLate = attempt === mostTries || performance.now() - startedAt > giveUpAfterMs;
      if (tooLate || !lostRaces.includes(errorCode(error))) throw error;
    }
    // By chance, so that those who met once do not meet again.
    await pause(Math.random() * Math.min(longestPauseMs, firstPauseMs * 2 ** attempt));
  }
}

// Limits wrong seller keys to 50 per address in 15 minutes. Keys have 128 bits or more, so the
// limit only reduces noise. A correct key is never limited.
import { networkOf } from '../addresses.ts';
import { clockToleranceSeconds } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import { addToCount, scopeOf } from './throttles.ts';

const maxWrongKeys = 50;
const windowSeconds = 15 * 60;

/**
 * Returns the seconds to wait, or 0 if another wrong key may be counted. Call it before
 * `countWrongKey`, so that a flood of wrong keys only reads.
 */
export async function secondsUntilNextKey(
  db: Database,
  address: string,
  now: number,
): Promise<number> {
  const row = await db
    .selectFrom('throttles')
    .select(['count', 'endsAt'])
    .where('scope', '=', scopeOf('seller-key', networkOf(address)))
    .where('endsAt', '<=', now + windowSeconds + clockToleranceSeconds)
    .executeTakeFirst();
  return row !== undefined && row.count >= maxWrongKeys ? Math.max(0, row.endsAt - now) : 0;
}

/** Counts a wrong key. Returns 0 within the budget, else the seconds to wait. */
export async function countWrongKey(db: Database, address: string, now: number): Promise<number> {
  const scope = scopeOf('seller-key', networkOf(address));
  const row = await addToCount(db, scope, 1, now + windowSeconds, now);
  return row.count > maxWrongKeys ? Math.max(1, row.endsAt - now) : 0;
}

// Ends all sessions of an application, in batches.
import { sql, type ExpressionBuilder, type ExpressionWrapper, type SqlBool } from 'kysely';
import { inList, isPostgresql } from './in-list.ts';
import type { Database, Tables } from './schema.ts';

/** Seconds that move an end into the past, even for a clock that is set back. */
const endShiftSeconds = 100_000_000_000;

interface EndRequest {
  readonly applicationId: string;
  /** Unix seconds. Only sessions with a later end are ended. */
  readonly now: number;
  /** End at which the last batch stopped. Only sessions that end then or later are ended. */
  readonly from?: number;
  /** Ends only sessions that were opened at or before `now`. */
  readonly opened?: 'until-then';
}

interface EndResult {
  readonly count: number;
  /** The value of `from` for the next batch. */
  readonly lastPosition: number;
}

/**
 * Ends up to `limit` sessions, the earliest end first. On SQLite, each deletion would change a
 * random page of the index of hashes, so the sessions get a past end, and the sweep deletes them.
 */
export async function endSessions(
  db: Database,
  endRequest: EndRequest,
  limit: number,
): Promise<EndResult> {
  const { applicationId, now, from = 0, opened } = endRequest;
  const isIncluded = (eb: ExpressionBuilder<Tables, 'sessions'>) =>
    eb.and([
      eb('applicationId', '=', applicationId),
      eb('expiresAt', '>', now),
      ...(opened === 'until-then' ? [eb('createdAt', '<=', now)] : []),
    ]);
  const batch = db
    .selectFrom('sessions')
    .where(isIncluded)
    .where('expiresAt', '>=', from)
    .orderBy('expiresAt')
    .limit(limit);
  if (isPostgresql(db)) {
    const found = await batch.select(['idHash', 'expiresAt', sql<string>`ctid`.as('at')]).execute();
    await deleteFound(db, found, isIncluded);
    return { count: found.length, lastPosition: found.at(-1)?.expiresAt ?? from };
  }
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set((eb) => ({ expiresAt: eb('expiresAt', '-', endShiftSeconds) }))
    .where(sql<SqlBool>`rowid in ${batch.select(sql<number>`rowid`.as('row'))}`)
    .executeTakeFirst();
  return { count: Number(numUpdatedRows), lastPosition: from };
}

/**
 * Finds rows by their place in the table (ctid), roughly in the order in which they were inserted.
 * By hash, each row would need another page of an index that exceeds the server's memory.
 */
async function deleteFound(
  db: Database,
  found: readonly { readonly idHash: string; readonly at: string }[],
  isIncluded: (
    eb: ExpressionBuilder<Tables, 'sessions'>,
  ) => ExpressionWrapper<Tables, 'sessions', SqlBool>,
): Promise<void> {
  const ctids = sql.val(found.map(({ at }) => at));
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    // As in `inList`: the planner must not know the length, or it may read the whole table.
    .where(sql<SqlBool>`ctid = any(array(select unnest(${ctids}::tid[])))`)
    .where(isIncluded)
    .executeTakeFirstOrThrow();
  if (Number(numDeletedRows) === found.length) return;
  // Rows that were changed meanwhile have moved.
  const hashes = found.map(({ idHash }) => idHash);
  await db.deleteFrom('sessions').where('idHash', 'in', inList(db, hashes)).execute();
}

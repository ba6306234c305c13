// Ends the sessions of a whole application, some at a time.
import { sql, type ExpressionBuilder, type ExpressionWrapper, type SqlBool } from 'kysely';
import { among, isPostgresql } from './among.ts';
import type { Database, Tables } from './schema.ts';

/** Seconds. However far a clock is set back, what ended so long ago has ended. */
const longAgo = 100_000_000_000;

interface Ending {
  readonly applicationId: string;
  /** Unix seconds; those that lived beyond it. */
  readonly now: number;
  /** Where those before have ended: they would end no earlier. */
  readonly from?: number;
  readonly opened?: 'until-then';
}

interface Ended {
  readonly count: number;
  /** What is `from` for the next ones. */
  readonly upTo: number;
}

/**
 * `most` at most, those first that would end first. Their hashes are in the order of chance: where each index
 * must be written at once they get an end that is over, in the order they are in, and the sweep removes them.
 */
export async function endSessions(db: Database, ending: Ending, most: number): Promise<Ended> {
  const { applicationId, now, from = 0, opened } = ending;
  const meant = (eb: ExpressionBuilder<Tables, 'sessions'>) =>
    eb.and([
      eb('applicationId', '=', applicationId),
      eb('expiresAt', '>', now),
      ...(opened === 'until-then' ? [eb('createdAt', '<=', now)] : []),
    ]);
  const some = db
    .selectFrom('sessions')
    .where(meant)
    .where('expiresAt', '>=', from)
    .orderBy('expiresAt')
    .limit(most);
  if (isPostgresql(db)) {
    const found = await some.select(['idHash', 'expiresAt', sql<string>`ctid`.as('at')]).execute();
    await endFound(db, found, meant);
    return { count: found.length, upTo: found.at(-1)?.expiresAt ?? from };
  }
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set((eb) => ({ expiresAt: eb('expiresAt', '-', longAgo) }))
    .where(sql<SqlBool>`rowid in ${some.select(sql<number>`rowid`.as('row'))}`)
    .executeTakeFirst();
  return { count: Number(numUpdatedRows), upTo: from };
}

/**
 * Where they lie in the table, which is about the order they were opened in: looked for by their hashes, each is in another page of an
 * index that is larger than what the server keeps in memory.
 */
async function endFound(
  db: Database,
  found: readonly { readonly idHash: string; readonly at: string }[],
  meant: (
    eb: ExpressionBuilder<Tables, 'sessions'>,
  ) => ExpressionWrapper<Tables, 'sessions', SqlBool>,
): Promise<void> {
  const places = sql.val(found.map(({ at }) => at));
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    // As in `among`: of an array that it knows nothing of it looks at each place, of another it may read the whole table.
    .where(sql<SqlBool>`ctid = any(array(select unnest(${places}::tid[])))`)
    .where(meant)
    .executeTakeFirstOrThrow();
  if (Number(numDeletedRows) === found.length) return;
  // What was changed since then lies elsewhere.
  const hashes = found.map(({ idHash }) => idHash);
  await db.deleteFrom('sessions').where('idHash', 'in', among(db, hashes)).execute();
}

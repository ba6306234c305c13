// Ends the sessions of a whole application, some at a time.
import { sql, type SqlBool } from 'kysely';
import { among, isPostgresql } from '../database/among.ts';
import type { Database } from '../database/schema.ts';

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
  const some = db
    .selectFrom('sessions')
    .where('applicationId', '=', applicationId)
    .where('expiresAt', '>', now)
    .where('expiresAt', '>=', from)
    .$if(opened === 'until-then', (query) => query.where('createdAt', '<=', now))
    .orderBy('expiresAt')
    .limit(most);
  if (isPostgresql(db)) {
    const found = await some.select(['idHash', 'expiresAt']).execute();
    const hashes = found.map(({ idHash }) => idHash);
    await db.deleteFrom('sessions').where('idHash', 'in', among(db, hashes)).execute();
    return { count: found.length, upTo: found.at(-1)?.expiresAt ?? from };
  }
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set((eb) => ({ expiresAt: eb('expiresAt', '-', longAgo) }))
    .where(sql<SqlBool>`rowid in ${some.select(sql<number>`rowid`.as('row'))}`)
    .executeTakeFirst();
  return { count: Number(numUpdatedRows), upTo: from };
}

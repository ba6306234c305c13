// Ends the sessions of a whole application, some at a time.
import { sql, type SqlBool } from 'kysely';
import { amongFound, isPostgresql } from '../database/among.ts';
import type { Database } from '../database/schema.ts';

/** Seconds. However far a clock is set back, what ended so long ago has ended. */
const longAgo = 100_000_000_000;

interface Ending {
  readonly applicationId: string;
  /** Unix seconds; those that lived beyond it. */
  readonly now: number;
  readonly opened?: 'until-then';
}

/**
 * `most` at most, those first that would end first; how many there were. Their hashes are in the order of chance: where each index
 * must be written at once they get an end that is over, in the order they are in, and the sweep removes them.
 */
export async function endSessions(db: Database, ending: Ending, most: number): Promise<number> {
  const { applicationId, now, opened } = ending;
  const some = db
    .selectFrom('sessions')
    .where('applicationId', '=', applicationId)
    .where('expiresAt', '>', now)
    .$if(opened === 'until-then', (query) => query.where('createdAt', '<=', now))
    .orderBy('expiresAt')
    .limit(most);
  if (isPostgresql(db)) {
    const { numDeletedRows } = await db
      .deleteFrom('sessions')
      .where('idHash', 'in', amongFound(db, some.select('idHash')))
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set((eb) => ({ expiresAt: eb('expiresAt', '-', longAgo) }))
    .where(sql<SqlBool>`rowid in ${some.select(sql<number>`rowid`.as('row'))}`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

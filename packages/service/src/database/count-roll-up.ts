// Adds new counts to the counts of their day. Transactions only append new counts: a counter that
// all of them increment would be locked until the commit, so that they would run one by one.
import { sql } from 'kysely';
import type { Database } from './schema.ts';
import { isPostgresql } from './in-list.ts';
import { transact } from './transact.ts';

/** Counts of a deleted application are dropped. */
const sums = sql`
  select application_id, day, kind, sum(count) as count from gone
  where exists (select 1 from applications where applications.id = gone.application_id)
  group by application_id, day, kind order by application_id, day, kind`;

const adding = sql`
  on conflict (application_id, day, kind) do update set count = day_counts.count + excluded.count`;

/** Reads, and writes only if there are new counts. Several processes may do so at a time. */
export async function rollUpCounts(db: Database): Promise<void> {
  const first = await db.selectFrom('newCounts').select('day').limit(1).executeTakeFirst();
  if (first === undefined) return;
  // One statement, because another one could see counts that were committed meanwhile.
  if (isPostgresql(db))
    await sql`
      with gone as (delete from new_counts returning *)
      insert into day_counts (application_id, day, kind, count) ${sums} ${adding}`.execute(db);
  // SQLite has one writer, and no such statement.
  else
    await transact(db, async (transaction) => {
      await sql`
        with gone as (select * from new_counts)
        insert into day_counts (application_id, day, kind, count) ${sums} ${adding}`.execute(
        transaction,
      );
      await transaction.deleteFrom('newCounts').execute();
    });
}

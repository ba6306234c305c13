// Counts dropped events and log lines, and reports the counts to the seller
// (docs/protocol.md#fair-shares).
import type { Database } from '../database/schema.ts';
import type { DropRow } from '../database/schema-content.ts';

export async function countDrop(
  db: Database,
  applicationId: string,
  kind: DropRow['kind'],
  count: number,
  now: number,
): Promise<void> {
  if (count === 0) return;
  await db
    .insertInto('drops')
    .values({ applicationId, kind, count, sinceAt: now, lastAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['applicationId', 'kind'])
        .doUpdateSet((eb) => ({ count: eb('drops.count', '+', count), lastAt: now })),
    )
    .execute();
}

/** Returns the count in the form of the seller API, or undefined if nothing was dropped. */
export async function readDrops(
  db: Database,
  applicationId: string,
  kind: DropRow['kind'],
): Promise<{ count: number; since: string; last: string } | undefined> {
  const row = await db
    .selectFrom('drops')
    .select(['count', 'sinceAt', 'lastAt'])
    .where('applicationId', '=', applicationId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { count: row.count, since: String(row.sinceAt), last: String(row.lastAt) };
}

/** Deletes counts whose latest drop is older than `before`, in unix seconds. */
export async function deleteOldDrops(db: Database, before: number): Promise<void> {
  await db.deleteFrom('drops').where('lastAt', '<', before).execute();
}

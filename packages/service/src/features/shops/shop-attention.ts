// Decides why a connected shop needs the seller's attention.
import { sql } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { ShopRow } from '../../database/schema-shops.ts';
import { connectors } from './connectors/connectors.ts';

/** Shops with few sales are silent for weeks. */
const silentSeconds = 14 * 86_400;
/** Most shops have a refund in their first 100 days, and many send it only if it is switched on. */
const withoutRefundSeconds = 100 * 86_400;

export function attentionOf(row: ShopRow, failing: number, now: number): string[] {
  const { createdAt, lastEventAt, lastRefundAt, apiFault } = row;
  const isSilent = now - (lastEventAt ?? createdAt) > silentSeconds;
  const neverRefunds = connectors[row.kind].answersKeys === true;
  const lacksRefunds =
    !neverRefunds &&
    lastEventAt !== null &&
    lastRefundAt === null &&
    now - createdAt > withoutRefundSeconds;
  return [
    ...(failing > 0 ? ['events-failing'] : []),
    ...(apiFault === '' ? [] : [`api-${apiFault}`]),
    ...(isSilent ? ['no-events'] : []),
    ...(lacksRefunds ? ['no-refunds'] : []),
  ];
}

/** Returns the numbers of events that could not be applied, by shop. */
export async function countFailing(
  db: Database,
  applicationId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('shopEvents')
    .innerJoin('shops', 'shops.id', 'shopEvents.shopId')
    .select(['shopId', ({ fn }) => fn.countAll().as('count')])
    .where('shops.applicationId', '=', applicationId)
    .where('isNew', '=', sql.lit(1))
    .where('attempts', '>', 0)
    .groupBy('shopId')
    .execute();
  return new Map(rows.map(({ shopId, count }) => [shopId, Number(count)]));
}

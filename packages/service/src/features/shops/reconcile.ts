// Compares the events of a shop with the sales and refunds that its API lists, and applies what is
// missing: shops give up after minutes or days, and then nothing else reports the event.
import type { Parts } from '../../api/call.ts';
import { isDue } from '../../database/expressions.ts';
import type { Database } from '../../database/schema.ts';
import type { ShopRow } from '../../database/schema-shops.ts';
import { transact } from '../../database/transact.ts';
import { onBehalfOf } from '../../database/write-share.ts';
import type { ServiceSecret } from '../../secrets/service-secret.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import { ApiProblem } from './connectors/api-problem.ts';
import { lockShop, openEvent, storeEvent } from './event-storage.ts';
import { processShop } from './process-events.ts';
import { openApi, type OpenApi } from './shop-api.ts';
import type { ShopEvent } from './shop-event.ts';

/** Refunds are later than their sales. Stripe keeps its events for 30 days. */
const defaultSinceSeconds = 35 * 86_400;
const everySeconds = 86_400;
/** A failed comparison is tried again sooner. */
const againSeconds = 3600;
const timeoutMs = 30_000;
/** Bounds a comparison, should an API never come to its end. */
const maxPages = 500;

/** Compares all shops that are due, one after another. */
export async function reconcileDue(parts: Parts): Promise<void> {
  const due = await parts.db
    .selectFrom('shops')
    .selectAll()
    .where(isDue('reconcileAt', toUnixSeconds(parts.nowMs()), everySeconds))
    .orderBy('reconcileAt')
    .execute();
  for (const shop of due) {
    if (parts.ending.aborted) return;
    await onBehalfOf(shop.applicationId, () => reconcileShop(parts, shop));
  }
}

async function reconcileShop(parts: Parts, shop: ShopRow): Promise<void> {
  const { db, log, nowMs, ending } = parts;
  const now = toUnixSeconds(nowMs());
  // Sales from before the shop was added have got their keys in another way.
  const since = shop.reconcileSince ?? Math.max(shop.createdAt, now - defaultSinceSeconds);
  try {
    const opened = openApi(parts, shop, timeoutMs);
    const count = opened === null ? 0 : await applyMissing(parts, shop, opened, since);
    const done = { reconciledAt: now, reconciledCount: count, apiFault: '', reconcileSince: null };
    const next = opened === null ? null : now + everySeconds;
    await db
      .updateTable('shops')
      .set({ ...done, reconcileAt: next })
      .where('id', '=', shop.id)
      .execute();
  } catch (error) {
    if (ending.aborted) return;
    const fault = error instanceof ApiProblem ? error.fault : 'failed';
    log.warn(
      { shop: shop.id, fault, ...(fault === 'failed' && { error }) },
      'Could not compare a shop',
    );
    await db
      .updateTable('shops')
      .set({ apiFault: fault, reconcileAt: now + againSeconds })
      .where('id', '=', shop.id)
      .execute();
  }
}

/**
 * Returns the number of events that were missing.
 * @throws ApiProblem `too-many` if the API lists more pages, after what was read is applied
 */
async function applyMissing(
  parts: Parts,
  shop: ShopRow,
  { api, call }: OpenApi,
  since: number,
): Promise<number> {
  let [count, pages] = [0, 0];
  for await (const events of api.list(call, since)) {
    pages += 1;
    if (pages > maxPages) break;
    for (const event of events) if (await storeMissing(parts, shop, event)) count += 1;
  }
  await processShop(parts, shop);
  if (pages > maxPages) throw new ApiProblem('too-many');
  return count;
}

function storeMissing({ db: outer, secret, nowMs }: Parts, shop: ShopRow, event: ShopEvent) {
  return transact(outer, async (db) => {
    if ((await lockShop(db, shop.id)) === undefined) return false;
    if (await isReported(db, secret, shop.id, event)) return false;
    return storeEvent({ db, secret, now: toUnixSeconds(nowMs()) }, shop, event, 'found');
  });
}

/** Whether a stored event says the same, as when an event and the API report one refund. */
async function isReported(
  db: Database,
  secret: ServiceSecret,
  shopId: string,
  event: ShopEvent,
): Promise<boolean> {
  if (event.ids.length === 0) return false;
  const rows = await db
    .selectFrom('shopIds')
    .innerJoin('shopEvents', (join) =>
      join
        .onRef('shopEvents.shopId', '=', 'shopIds.shopId')
        .onRef('shopEvents.id', '=', 'shopIds.eventId'),
    )
    .select(['shopEvents.shopId', 'shopEvents.facts'])
    .where('shopIds.shopId', '=', shopId)
    .where('shopIds.providerId', 'in', event.ids)
    .execute();
  return rows.map((row) => openEvent(secret, row)).some((known) => saysTheSame(known, event));
}

function saysTheSame(one: ShopEvent, other: ShopEvent): boolean {
  return (
    one.kind === other.kind &&
    one.payment === other.payment &&
    one.claim?.id === other.claim?.id &&
    one.claim?.status === other.claim?.status &&
    one.isAll === other.isAll &&
    (one.claim === null || one.amount === other.amount)
  );
}

// Applies stored events, each in one transaction. An event whose application failed stays new, is
// shown to the seller, and is tried again with growing pauses.
import { sql, type SqlBool } from 'kysely';
import type { Parts } from '../../api/call.ts';
import type { SellerChange } from '../../api/seller-call.ts';
import { writeAudit } from '../../api/seller-audit.ts';
import { isDue } from '../../database/expressions.ts';
import type { ApplicationRow } from '../../database/schema.ts';
import type { ShopRow } from '../../database/schema-shops.ts';
import { transact, type InTransaction } from '../../database/transact.ts';
import { onBehalfOf } from '../../database/write-share.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import { applyOrder } from './apply-order.ts';
import { completeEvents, isIncomplete } from './complete-events.ts';
import { ApiProblem } from './connectors/api-problem.ts';
import { joinOrder, lockShop, openEvent } from './event-storage.ts';

/** A literal, because a partial index is not used for a placeholder. */
const isNew = sql<SqlBool>`is_new = 1`;

/** What applying needs. Periodic work has no request. */
export type ShopParts = Parts;

/** A change that a shop makes instead of a seller. */
export function changeOfShop(
  parts: InTransaction<ShopParts>,
  shop: Pick<ShopRow, 'id' | 'kind'>,
  application: ApplicationRow,
): SellerChange {
  return {
    ...parts,
    application,
    passwords: parts.passwordQueue.of(application.id),
    now: toUnixSeconds(parts.nowMs()),
    ip: '',
    key: {
      scopes: ['all'],
      scope: 'all',
      label: `shop ${shop.kind} ${shop.id}`,
      hash: '',
      actor: `shop:${shop.id}`,
      account: null,
    },
    shopBody: null,
    afterwards: () => undefined,
    storeResult: () => Promise.resolve(),
  };
}

/** Failures of the service itself are mostly short, as when its database restarts. */
const triesWithoutPause = 5;
const firstPauseSeconds = 60;
const maxPauseSeconds = 3600;

/** Applies all new events of a shop that are due. Records failures, because the events are stored. */
export function processShop(parts: ShopParts, shop: ShopRow): Promise<void> {
  return onBehalfOf(shop.applicationId, async () => {
    const failed = (event: string, error: unknown) => recordFailure(parts, shop.id, event, error);
    await completeEvents(parts, shop, await dueEvents(parts, shop.id), failed);
    for (const { id } of await dueEvents(parts, shop.id))
      try {
        await processEvent(parts, shop.id, id);
      } catch (error) {
        await failed(id, error);
      }
  });
}

function dueEvents({ db, nowMs }: ShopParts, shopId: string) {
  return db
    .selectFrom('shopEvents')
    .select(['shopId', 'id', 'facts'])
    .where('shopId', '=', shopId)
    .where(isNew)
    .where(isDue('nextAt', toUnixSeconds(nowMs()), maxPauseSeconds))
    .orderBy('receivedAt')
    .orderBy('id')
    .execute();
}

async function recordFailure(
  { db, log, nowMs }: ShopParts,
  shop: string,
  event: string,
  error: unknown,
): Promise<void> {
  const fault = error instanceof ApiProblem ? error.fault : 'failed';
  if (fault === 'failed') log.error({ error, shop }, 'Could not apply an event of a shop');
  else log.warn({ fault, shop }, 'The API of a shop failed');
  const ofEvent = db
    .updateTable('shopEvents')
    .where('shopId', '=', shop)
    .where('id', '=', event)
    .where('isNew', '=', 1);
  const row = await ofEvent
    .set((eb) => ({ attempts: eb('attempts', '+', 1), fault }))
    .returning('attempts')
    .executeTakeFirst();
  const attempts = row?.attempts ?? 1;
  if (fault === 'failed' && attempts < triesWithoutPause) return;
  const pause = Math.min(maxPauseSeconds, firstPauseSeconds * 2 ** (attempts - 1));
  await ofEvent.set({ nextAt: toUnixSeconds(nowMs()) + pause }).execute();
}

async function processEvent(parts: ShopParts, shopId: string, eventId: string): Promise<void> {
  await transact(parts.db, async (db) => {
    const shop = await lockShop(db, shopId);
    if (shop === undefined) return;
    const row = await db
      .selectFrom('shopEvents')
      .select(['shopId', 'facts', 'isNew'])
      .where('shopId', '=', shopId)
      .where('id', '=', eventId)
      .executeTakeFirst();
    if (row?.isNew !== 1) return;
    const application = await db
      .selectFrom('applications')
      .selectAll()
      .where('id', '=', shop.applicationId)
      .executeTakeFirstOrThrow();
    const call = changeOfShop({ ...parts, db }, shop, application);
    const event = openEvent(parts.secret, row);
    if (isIncomplete(shop, event)) return;
    const orderId = await joinOrder(call, shop, event);
    if (orderId !== null) await applyOrder(call, shop, orderId);
    await db
      .updateTable('shopEvents')
      .set({ isNew: 0, fault: '' })
      .where('shopId', '=', shopId)
      .where('id', '=', eventId)
      .execute();
    await writeAudit(call, 'shopevent', auditText(event.kind, orderId));
  });
}

function auditText(kind: string, orderId: string | null): string {
  return `kind=${kind} ${orderId === null ? 'waiting' : `order=${orderId}`}`;
}

/** Applies events that are tried again, or that a killed process left. */
export async function processAll(parts: ShopParts): Promise<void> {
  const shops = await parts.db
    .selectFrom('shops')
    .selectAll()
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('shopEvents')
          .select('shopEvents.id')
          .whereRef('shopEvents.shopId', '=', 'shops.id')
          .where(isNew)
          .where(isDue('shopEvents.nextAt', toUnixSeconds(parts.nowMs()), maxPauseSeconds)),
      ),
    )
    .execute();
  for (const shop of shops)
    await processShop(parts, shop).catch((error: unknown) =>
      // The events of one shop must not delay those of others.
      parts.log.error({ error, shop: shop.id }, 'Could not apply the events of a shop'),
    );
}

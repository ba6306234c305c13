// Stores the events of a shop, and finds the order of each by the ids that events share.
import type { Database, Transaction } from '../../database/schema.ts';
import type { ShopEventRow, ShopRow } from '../../database/schema-shops.ts';
import { openAt, sealAt } from '../../secrets/at-rest.ts';
import type { ServiceSecret } from '../../secrets/service-secret.ts';
import type { ShopEvent } from './shop-event.ts';

/** More ids than any provider sends in one event. */
const maxIds = 20;

export interface StoredIn {
  readonly db: Transaction;
  readonly secret: ServiceSecret;
  readonly now: number;
}

/** Locks the shop until the transaction ends. Returns undefined if it was removed. */
export function lockShop(db: Database, id: string): Promise<ShopRow | undefined> {
  return db
    .updateTable('shops')
    .set((eb) => ({ kind: eb.ref('kind') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Returns false if the event is stored already. `found`: the shop did not send it, which says
 * nothing about its webhook.
 */
export async function storeEvent(
  { db, secret, now }: StoredIn,
  shop: Pick<ShopRow, 'id'>,
  event: ShopEvent,
  how: 'received' | 'found',
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('shopEvents')
    .values({
      shopId: shop.id,
      id: event.id,
      orderId: null,
      at: event.at,
      receivedAt: now,
      facts: sealAt(secret, 'shop sales', [shop.id], JSON.stringify(event)),
    })
    .onConflict((conflict) => conflict.columns(['shopId', 'id']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  const ids = allIds(event);
  if (ids.length > 0)
    await db
      .insertInto('shopIds')
      .values(ids.map((providerId) => ({ shopId: shop.id, providerId, eventId: event.id })))
      .execute();
  if (how === 'received')
    await db
      .updateTable('shops')
      .set({ lastEventAt: now, ...(event.claim !== null && { lastRefundAt: now }) })
      .where('id', '=', shop.id)
      .execute();
  return true;
}

/** Returns when it was received, or null if it was applied already. */
export async function deleteNewEvent(
  db: Database,
  shopId: string,
  event: ShopEvent,
): Promise<number | null> {
  const deleted = await db
    .deleteFrom('shopEvents')
    .where('shopId', '=', shopId)
    .where('id', '=', event.id)
    .where('isNew', '=', 1)
    .returning('receivedAt')
    .executeTakeFirst();
  if (deleted === undefined) return null;
  const ids = allIds(event);
  if (ids.length > 0)
    await db
      .deleteFrom('shopIds')
      .where('shopId', '=', shopId)
      .where('providerId', 'in', ids)
      .where('eventId', '=', event.id)
      .execute();
  return deleted.receivedAt;
}

function allIds({ ids, orderIds }: ShopEvent): readonly string[] {
  return [...new Set([...ids, ...orderIds])].slice(0, maxIds);
}

export function openEvent(
  secret: ServiceSecret,
  { shopId, facts }: Pick<ShopEventRow, 'shopId' | 'facts'>,
): ShopEvent {
  return JSON.parse(openAt(secret, 'shop sales', [shopId], facts)) as ShopEvent; // storeEvent wrote it
}

export async function eventsOfOrder(
  db: Database,
  secret: ServiceSecret,
  orderId: string,
): Promise<readonly ShopEvent[]> {
  const rows = await db
    .selectFrom('shopEvents')
    .select(['shopId', 'facts'])
    .where('orderId', '=', orderId)
    .execute();
  return rows.map((row) => openEvent(secret, row));
}

/**
 * Gives the event its order, and with it all waiting events that share an id with one of the order.
 * Returns the order, or null if the event waits too.
 */
export async function joinOrder(
  { db, secret, now }: StoredIn,
  shop: Pick<ShopRow, 'id' | 'kind' | 'applicationId'>,
  event: ShopEvent,
): Promise<string | null> {
  const { order } = event;
  const orderId =
    order === null
      ? await orderOfIds(db, shop.id, allIds(event))
      : `${shop.kind}:${shop.id}:${order}`;
  if (orderId === null) return null;
  await db
    .insertInto('shopOrders')
    .values({
      id: orderId,
      applicationId: shop.applicationId,
      shopId: shop.id,
      state: 'unpaid',
      amount: 0,
      currency: '',
      buyerHash: null,
      createdAt: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  let found: readonly ShopEvent[] = [event];
  while (found.length > 0) {
    await db
      .updateTable('shopEvents')
      .set({ orderId })
      .where('shopId', '=', shop.id)
      .where('orderId', 'is', null)
      .where(
        'id',
        'in',
        found.map(({ id }) => id),
      )
      .execute();
    found = await waitingEvents(db, secret, shop.id, found.flatMap(allIds));
  }
  return orderId;
}

async function orderOfIds(
  db: Database,
  shopId: string,
  ids: readonly string[],
): Promise<string | null> {
  if (ids.length === 0) return null;
  const row = await db
    .selectFrom('shopIds')
    .innerJoin('shopEvents', (join) =>
      join
        .onRef('shopEvents.shopId', '=', 'shopIds.shopId')
        .onRef('shopEvents.id', '=', 'shopIds.eventId'),
    )
    .select('shopEvents.orderId')
    .where('shopIds.shopId', '=', shopId)
    .where('shopIds.providerId', 'in', ids)
    .where('shopEvents.orderId', 'is not', null)
    .orderBy('shopEvents.receivedAt')
    .orderBy('shopEvents.id')
    .limit(1)
    .executeTakeFirst();
  return row?.orderId ?? null;
}

async function waitingEvents(
  db: Database,
  secret: ServiceSecret,
  shopId: string,
  ids: readonly string[],
): Promise<readonly ShopEvent[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('shopIds')
    .innerJoin('shopEvents', (join) =>
      join
        .onRef('shopEvents.shopId', '=', 'shopIds.shopId')
        .onRef('shopEvents.id', '=', 'shopIds.eventId'),
    )
    .select(['shopEvents.shopId', 'shopEvents.facts'])
    .distinct()
    .where('shopIds.shopId', '=', shopId)
    .where('shopIds.providerId', 'in', [...new Set(ids)])
    .where('shopEvents.orderId', 'is', null)
    .execute();
  return rows.map((row) => openEvent(secret, row));
}

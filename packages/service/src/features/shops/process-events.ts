// Applies stored events, each in one transaction. An event whose application failed stays new, and
// is tried again by the next event of the shop and every minute.
import { sql, type SqlBool } from 'kysely';
import type { Parts } from '../../api/call.ts';
import type { SellerChange } from '../../api/seller-call.ts';
import { writeAudit } from '../../api/seller-audit.ts';
import type { ApplicationRow, Database } from '../../database/schema.ts';
import type { ShopRow } from '../../database/schema-shops.ts';
import { transact, type InTransaction } from '../../database/transact.ts';
import { onBehalfOf } from '../../database/write-share.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import { applyOrder } from './apply-order.ts';
import { joinOrder, openEvent } from './event-storage.ts';

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

/** Locks the shop until the transaction ends. Returns undefined if it was removed. */
export function lockShop(db: Database, id: string): Promise<ShopRow | undefined> {
  return db
    .updateTable('shops')
    .set((eb) => ({ kind: eb.ref('kind') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Applies all new events of a shop. Logs failures, because the events are stored. */
export async function processShop(
  parts: ShopParts,
  { id, applicationId }: Pick<ShopRow, 'id' | 'applicationId'>,
): Promise<void> {
  const rows = await parts.db
    .selectFrom('shopEvents')
    .select('id')
    .where('shopId', '=', id)
    .where(isNew)
    .orderBy('receivedAt')
    .orderBy('id')
    .execute();
  for (const row of rows)
    try {
      await onBehalfOf(applicationId, () => processEvent(parts, id, row.id));
    } catch (error) {
      parts.log.error({ error, shop: id }, 'Could not apply an event of a shop');
    }
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
    const orderId = await joinOrder(call, shop, event);
    if (orderId !== null) await applyOrder(call, shop, orderId);
    await db
      .updateTable('shopEvents')
      .set({ isNew: 0 })
      .where('shopId', '=', shopId)
      .where('id', '=', eventId)
      .execute();
    await writeAudit(call, 'shopevent', auditText(event.kind, orderId));
  });
}

function auditText(kind: string, orderId: string | null): string {
  return `kind=${kind} ${orderId === null ? 'waiting' : `order=${orderId}`}`;
}

/** Shops with events that no process has applied, for example because it was killed. */
export async function processAll(parts: ShopParts): Promise<void> {
  const shops = await parts.db
    .selectFrom('shops')
    .select(['id', 'applicationId'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('shopEvents')
          .select('shopEvents.id')
          .whereRef('shopEvents.shopId', '=', 'shops.id')
          .where(isNew),
      ),
    )
    .execute();
  for (const shop of shops) await processShop(parts, shop);
}

// Completes new events that lack facts which only the shop's API tells, outside of any transaction.
import type { Parts } from '../../api/call.ts';
import type { ShopEventRow, ShopRow } from '../../database/schema-shops.ts';
import { transact } from '../../database/transact.ts';
import { ApiProblem } from './connectors/api-problem.ts';
import { deleteNewEvent, lockShop, openEvent, storeEvent } from './event-storage.ts';
import { openApi, type OpenApi } from './shop-api.ts';
import type { ShopEvent } from './shop-event.ts';

/** Short, because shops wait for an answer, most of them for 5 seconds. */
const timeoutMs = 3000;

/** Whether the event cannot be applied before it is complete. */
export function isIncomplete({ token }: Pick<ShopRow, 'token'>, { lookup }: ShopEvent): boolean {
  return lookup !== '' && token !== '';
}

/** `onFailure` gets the event whose completion failed. Others then wait, too. */
export async function completeEvents(
  parts: Parts,
  shop: ShopRow,
  rows: readonly Pick<ShopEventRow, 'shopId' | 'id' | 'facts'>[],
  onFailure: (id: string, problem: ApiProblem) => Promise<void>,
): Promise<void> {
  const incomplete = rows
    .map((row) => openEvent(parts.secret, row))
    .filter((event) => isIncomplete(shop, event));
  const opened = incomplete.length === 0 ? null : openApi(parts, shop, timeoutMs);
  if (opened === null) return;
  for (const event of incomplete)
    try {
      await replaceEvent(parts, shop, event, await completed(opened, event));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (!parts.ending.aborted) await onFailure(event.id, error);
      return;
    }
}

async function completed({ api, call }: OpenApi, event: ShopEvent): Promise<readonly ShopEvent[]> {
  const events = (await api.complete?.(call, event)) ?? [event];
  return events.map((one) => ({ ...one, lookup: '' }));
}

/** Does nothing if another process was faster. */
async function replaceEvent(
  { db: outer, secret }: Parts,
  shop: ShopRow,
  event: ShopEvent,
  events: readonly ShopEvent[],
): Promise<void> {
  await transact(outer, async (db) => {
    if ((await lockShop(db, shop.id)) === undefined) return;
    const now = await deleteNewEvent(db, shop.id, event);
    if (now === null) return;
    for (const one of events)
      // The same event was counted when it arrived.
      await storeEvent({ db, secret, now }, shop, one, one.id === event.id ? 'found' : 'received');
  });
}

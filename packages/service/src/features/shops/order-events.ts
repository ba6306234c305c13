// Emits events for webhooks when the state of an order changes.
import type { EventName } from '@latchkey/protocol/seller/event-names.ts';
import type { SellerChange } from '../../api/seller-call.ts';
import type { OrderLabel } from '../../database/schema-shops.ts';
import type { Facts } from '../../outbound/event-facts.ts';
import { emitEvent } from '../../outbound/events.ts';

const eventsOfStates = {
  paid: 'sale',
  refunded: 'refund',
  'partly-refunded': 'refund',
  disputed: 'dispute',
} as const satisfies Partial<Record<OrderLabel, EventName>>;

/** Emits an event if the order reaches another state. A dispute that is won is no second sale. */
export async function emitChange(
  call: SellerChange,
  id: string,
  label: OrderLabel,
  facts: Facts,
): Promise<void> {
  const before = await call.db
    .selectFrom('shopOrders')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst();
  if (before === undefined || before.state === label || label === 'unpaid' || label === 'test')
    return;
  if (label === 'paid' && before.state !== 'unpaid') return;
  await emitEvent(call.db, call, eventsOfStates[label], facts);
}

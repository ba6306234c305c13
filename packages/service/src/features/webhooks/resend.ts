// Queues a finished delivery again, with its id and body.
import { isStill } from '../../database/expressions.ts';
import type { webhooksApi } from '@latchkey/protocol/seller/webhooks.ts';
import { isFull } from '../../outbound/events.ts';
import { done, fail, type SellerChange, type SellerHandlers } from '../../api/seller-call.ts';

/** Time in which another request counts as a repetition: a quick success ends the queueing. */
const repetitionSeconds = 60;

type Handlers = SellerHandlers<Pick<typeof webhooksApi, 'resenddelivery'>>;

export const resending: Handlers = {
  async resenddelivery(call, { id }) {
    const { db, application, now, deliveries } = call;
    const found = await db
      .selectFrom('deliveries')
      .select(['status', 'createdAt', 'webid', 'ofStrangers'])
      .where('applicationId', '=', application.id)
      .where('id', '=', id)
      .executeTakeFirst();
    if (found === undefined) return fail('delivery-unknown');
    if (found.status === 'pending') return fail('delivery-queued');
    if (Math.abs(now - found.createdAt) < repetitionSeconds) return fail('delivery-just-queued');
    const url = await currentUrl(call, found.webid);
    if (url === undefined) return fail('webhook-deleted');
    if (await isFull(db, application.id, found, found.ofStrangers))
      return fail('webhook-queue-full');
    const { numUpdatedRows } = await db
      .updateTable('deliveries')
      .set({
        status: 'pending',
        attempts: 0,
        lastStatus: null,
        lastError: null,
        // A pending delivery fails a day after `createdAt`.
        url,
        nextAt: now,
        createdAt: now,
        claimedUntil: null,
      })
      .where('applicationId', '=', application.id)
      .where('id', '=', id)
      .where(isStill('status', found.status))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return fail('delivery-queued');
    deliveries.noteEmitted();
    return done();
  },
};

/** Returns the sealed URL, or undefined if the target no longer receives events. */
async function currentUrl(
  { db, application }: SellerChange,
  webid: string | null,
): Promise<string | undefined> {
  if (webid === null) return application.logWebhook === '' ? undefined : application.logWebhook;
  const hook = await db
    .selectFrom('webhooks')
    .select('url')
    .where('applicationId', '=', application.id)
    .where('webid', '=', webid)
    .where('events', '!=', '')
    .executeTakeFirst();
  return hook?.url;
}

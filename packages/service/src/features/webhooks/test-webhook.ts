// Queues a test for a webhook that receives events.
import type { webhooksApi } from '@latchkey/protocol/seller/webhooks.ts';
import { done, fail, type SellerHandlers } from '../../api/seller-call.ts';
import { emitTo, isFull } from '../../outbound/events.ts';

type Handlers = SellerHandlers<Pick<typeof webhooksApi, 'testwebhook'>>;

export const testing: Handlers = {
  async testwebhook(call, { webid }) {
    const { db, application } = call;
    const hook = await db
      .selectFrom('webhooks')
      .select(['webid', 'url', 'events', 'shape'])
      .where('applicationId', '=', application.id)
      .where('webid', '=', webid)
      .executeTakeFirst();
    if (hook === undefined) return fail('webhook-unknown');
    const { events, ...target } = hook;
    if (events === '') return fail('webhook-without-events');
    if (await isFull(db, application.id, target, 0)) return fail('webhook-queue-full');
    await emitTo(db, call, [target], 'test', {});
    return done();
  },
};

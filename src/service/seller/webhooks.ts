// Webhooks in the seller API: what each operation does. Changes run inside a transaction that ends with the audit row.
import type { webhooksApi } from '../../shared/wire/seller/webhooks.ts';
import { done, fail, type SellerRuns } from '../seller-call.ts';

export const webhooks: SellerRuns<typeof webhooksApi> = {
  async delwebhook({ db, application }, { webid }) {
    const { numDeletedRows } = await db
      .deleteFrom('webhooks')
      .where('applicationId', '=', application.id)
      .where('webid', '=', webid)
      .executeTakeFirst();
    return numDeletedRows === 0n ? fail('Failed to delete webhook!') : done();
  },
};

// `delwebhook` of the seller API: removes one webhook of the seller's application.
import { sellerTexts, type sellerApi } from '../../shared/wire/seller-api.ts';
import type { z } from 'zod';
import type { SellerOutcome } from '../outcome.ts';
import type { ApplicationRow, Database } from '../schema.ts';

export async function deleteWebhook(
  db: Database,
  application: ApplicationRow,
  { webid }: z.output<typeof sellerApi.delwebhook.request>,
): Promise<SellerOutcome> {
  const { numDeletedRows } = await db
    .deleteFrom('webhooks')
    .where('applicationId', '=', application.id)
    .where('webid', '=', webid)
    .executeTakeFirst();
  return numDeletedRows === 0n
    ? { status: 400, message: sellerTexts.webhookNotDeleted }
    : { status: 200, message: sellerTexts.webhookDeleted };
}

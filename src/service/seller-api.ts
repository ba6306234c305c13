// The seller API (contract 7): the seller key first, then the operation. Answers are not signed; failures are 400.
import type { FastifyReply } from 'fastify';
import { sellerApi, sellerTexts } from '../shared/wire/seller-api.ts';
import type { ApplicationRow, Database } from './schema.ts';
import { deleteWebhook } from './operations/delete-webhook.ts';
import type { SellerOutcome } from './outcome.ts';
import { parseParameters, type Parameters } from './request-parameters.ts';
import { hashToken } from './sessions.ts';

export async function runSellerApi(
  db: Database,
  { values, refusal }: Parameters,
): Promise<SellerOutcome> {
  if (refusal !== null) return { status: 400, message: refusal.message };
  const application = await applicationOf(db, values.get('sellerkey') ?? '');
  if (application === undefined) return { status: 400, message: sellerTexts.invalidKey };
  const type = values.get('type') ?? '';
  if (type === '') return { status: 400, message: sellerTexts.typeMissing };
  if (type !== 'delwebhook') return { status: 400, message: sellerTexts.typeUnknown };
  const parsed = parseParameters(sellerApi.delwebhook.request, values);
  if (!parsed.ok) return { status: 400, message: parsed.refusal.message };
  return deleteWebhook(db, application, parsed.request);
}

/** SECURITY: found by its hash, so that neither the database nor the time of the search gives a key away. */
async function applicationOf(db: Database, sellerkey: string): Promise<ApplicationRow | undefined> {
  return db
    .selectFrom('applications')
    .selectAll()
    .where('sellerkeyHash', '=', hashToken(sellerkey))
    .executeTakeFirst();
}

/** JSON, or the bare message where the request says `format=text`. */
export function sendSellerOutcome(
  reply: FastifyReply,
  { status, message }: SellerOutcome,
  format: string | undefined,
): FastifyReply {
  reply.code(status).header('cache-control', 'no-store');
  return /^te?xt$/i.test(format ?? '')
    ? reply.header('content-type', 'text/plain; charset=utf-8').send(message)
    : reply
        .header('content-type', 'application/json; charset=utf-8')
        .send(JSON.stringify({ success: status === 200, message }));
}

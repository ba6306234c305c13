// POST /shops/<address>: receives an event of a connected shop. It stores the event, answers, and
// applies it.
// SECURITY: nothing of an unsigned body is stored, and no answer tells more than that it was refused.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Parts } from '../../api/call.ts';
import type { Database } from '../../database/schema.ts';
import type { ShopRow } from '../../database/schema-shops.ts';
import { transact } from '../../database/transact.ts';
import { onBehalfOf } from '../../database/write-share.ts';
import { addressOf } from '../../http/client-address.ts';
import { isObject, parseWritten } from '../../http/exact-json.ts';
import { shopPath } from '../../http/paths.ts';
import { Overloaded } from '../../overloaded.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import type { ShopDelivery } from './connectors/connector.ts';
import { connectors } from './connectors/connectors.ts';
import { storeEvent } from './event-storage.ts';
import { processShop } from './process-events.ts';
import { noFacts, type ShopEvent } from './shop-event.ts';
import { hasAddress, idOfAddress, secretsOf } from './shop-secrets.ts';

export const maxShopBodyBytes = 256 * 1024;
/** Longer than any signature. Some headers are ids, which the database stores. */
const maxHeaderLength = 1000;
const addressForm = /^[0-9a-f]{32}$/;

interface Answer {
  readonly status: 200 | 400 | 401 | 404 | 429 | 503;
  readonly message: string;
  readonly retryAfter?: number;
  /** The whole answer, which the shop shows to its buyer. */
  readonly keys?: string;
}

export function addShopRoute(app: FastifyInstance, parts: Parts): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: maxShopBodyBytes },
      (_request, body, parsed) => parsed(null, body),
    );
    scope.route({
      method: 'POST',
      url: shopPath,
      bodyLimit: maxShopBodyBytes,
      handler: async (request, reply) => send(reply, await answerTo(parts, request)),
    });
    done();
  });
}

function send(reply: FastifyReply, { status, message, retryAfter, keys }: Answer): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  reply.code(status).header('cache-control', 'no-store');
  if (keys !== undefined)
    return reply.header('content-type', 'text/plain; charset=utf-8').send(keys);
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ success: status === 200, message }));
}

const tooMany = 'Too many requests. Send the event again later.';

async function answerTo(parts: Parts, request: FastifyRequest): Promise<Answer> {
  const retryAfter = await parts.requests.take(addressOf(request), () => false);
  if (retryAfter > 0) return { status: 429, message: tooMany, retryAfter };
  const { address = '' } = request.params as { readonly address?: string }; // the pattern's parameter
  const shop = addressForm.test(address) ? await findShop(parts, address) : undefined;
  if (shop === undefined) return { status: 404, message: 'There is no such shop.' };
  try {
    return await receive(parts, shop, deliveryOf(parts, request));
  } catch (error) {
    if (!(error instanceof Overloaded)) throw error;
    return { status: 503, message: tooMany, retryAfter: error.retryAfter };
  }
}

async function findShop({ db, secret }: Parts, address: string): Promise<ShopRow | undefined> {
  const shop = await db
    .selectFrom('shops')
    .selectAll()
    .where('id', '=', idOfAddress(address))
    .executeTakeFirst();
  return shop !== undefined && hasAddress(secret, shop, address) ? shop : undefined;
}

function deliveryOf({ nowMs }: Parts, request: FastifyRequest): ShopDelivery {
  const { body, headers } = request;
  return {
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    header: (name) => {
      const value = headers[name];
      return typeof value === 'string' ? value.slice(0, maxHeaderLength) : '';
    },
    now: toUnixSeconds(nowMs()),
  };
}

async function receive(parts: Parts, shop: ShopRow, delivery: ShopDelivery): Promise<Answer> {
  const { isSigned, isUnsigned, answersKeys } = connectors[shop.kind];
  // SECURITY: only a kind that signs nothing is accepted without a secret.
  const secrets =
    isUnsigned === true ? [''] : secretsOf(parts.secret, shop).map(({ text }) => text);
  if (!secrets.some((text) => isSigned(delivery, text)))
    return { status: 401, message: 'The signature is not valid.' };
  const event = readEvent(shop, delivery);
  await onBehalfOf(shop.applicationId, () =>
    transact(parts.db, (db) =>
      storeEvent({ db, ...partsAt(parts, delivery) }, shop, event, 'received'),
    ),
  );
  await parts.deliveries.around(() => processShop(parts, shop));
  const received = { status: 200, message: 'Received' } as const;
  if (answersKeys !== true || event.kind !== 'paid') return received;
  const keys = await keysOfPayment(
    parts.db,
    `${shop.kind}:${shop.id}:${event.order}`,
    event.payment,
  );
  return keys.length === 0
    ? { status: 503, message: 'There is no key yet.', retryAfter: 5 }
    : { ...received, keys: keys.join('\n') };
}

/** Returns keys that are not refunded or suspended. */
async function keysOfPayment(
  db: Database,
  orderId: string,
  payment: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('shopUnits')
    .select('licenseKey')
    .where('orderId', '=', orderId)
    .where('payment', '=', payment)
    .where('state', '=', 'given')
    .where('licenseKey', '!=', '')
    .orderBy('line')
    .orderBy('unit')
    .execute();
  return rows.map(({ licenseKey }) => licenseKey);
}

function partsAt({ secret }: Parts, { now }: ShopDelivery) {
  return { secret, now };
}

/** A signed body that nobody can read is stored too, because the shop would send it forever. */
function readEvent({ kind }: ShopRow, delivery: ShopDelivery): ShopEvent {
  const hash = createHash('sha256').update(delivery.body).digest('hex');
  const { parse = parseWritten, read } = connectors[kind];
  const body = parse(delivery.body);
  if (isObject(body)) return read(body, delivery, hash);
  return { ...noFacts, id: hash, kind: 'unknown', type: '', at: delivery.now };
}

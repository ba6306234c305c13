// Reads the order from a request for `add` that a shop sends in its own format
// (docs/protocol.md#bodies-of-shops), and recognises events that are not a sale.
import type { FastifyRequest } from 'fastify';
import { licenseMakingApi } from '@latchkey/protocol/seller/license-making.ts';
import { parseQuery, type Pairs, type ShopRequest } from '../api/parameters.ts';
import { fieldsOf, isObject, parseWritten, WrittenNumber, type Fields } from './exact-json.ts';
import { endOfSaleIn, eventsIn } from './sale-events.ts';

const ownNames: ReadonlySet<string> = new Set([
  ...['sellerkey', 'type', 'format'],
  ...Object.keys(licenseMakingApi.add.request.shape),
]);

/** Paths of the order number in a shop's JSON, in the order in which they are read. */
export const orderFields = ['data.order.id', 'data.uniqid'] as const;
const amountFields = ['data.quantity', 'data.order.quantity'] as const;

/**
 * Reads a request for `add`. Returns the body's fields under the names of parameters, without those
 * that the request has already. `pairs` are those of the request, the query first. Reading can take
 * some milliseconds, so call it only for a valid seller key.
 */
export function readShopBody(request: FastifyRequest, pairs: Pairs): ShopRequest {
  const query = parseQuery(request.raw.url ?? '');
  const isForeign = ([name]: Pairs[number]) => !ownNames.has(textOf(name));
  const others = pairs
    .filter(isForeign)
    .map(([name, value]) => [textOf(name), textOf(value)] as const);
  const flat = Object.fromEntries(others);
  const endInPairs = endOfSaleIn(flat);
  // The pairs of a form or of flat JSON follow the query. Any other body added none.
  const ofBody = pairs.slice(query.length);
  if (ofBody.length > 0 || !hasContent(request.body)) {
    const isOfShop = query.some(([name]) => name === 'type') && ofBody.some(isForeign);
    const isOfOthers = { isForeign: isOfShop, isReadable: true, badOrder: null };
    return { fields: [], body: { ...isOfOthers, end: endInPairs, events: eventsIn(flat) } };
  }
  const document = parseWritten(request.body);
  if (isObject(document) && Object.keys(document).length === 0) return { fields: [], body: null };
  const given = new Set(
    pairs.filter(([, value]) => textOf(value).trim() !== '').map(([name]) => name),
  );
  const { order, badOrder } = orderOf(document);
  const fields = [['amount', amountOf(document)] as const, ['order', order] as const];
  return {
    fields: fields.flatMap(([name, value]) =>
      value === undefined || given.has(name) ? [] : [[name, value] as const],
    ),
    body: {
      isForeign: true,
      isReadable: document !== undefined,
      badOrder: given.has('order') ? null : badOrder,
      end: endInPairs ?? endOfSaleIn(document),
      events: new Set([...eventsIn(flat), ...eventsIn(document)]),
    },
  };
}

/** Returns '' for a text that cannot be read. The request is then refused anyway. */
function textOf(text: Pairs[number][0]): string {
  return typeof text === 'string' ? text : '';
}

function hasContent(body: unknown): body is Buffer {
  return Buffer.isBuffer(body) && body.toString('latin1').trim() !== '';
}

/**
 * Returns the first usable order number. `badOrder` is a field with a number that may have lost
 * digits, such as `1e21`, if there is no usable one.
 */
function orderOf(document: unknown): { order: string | undefined; badOrder: string | null } {
  let badOrder: string | null = null;
  for (const field of orderFields) {
    const value = valueAt(document, field);
    if (typeof value === 'string' && value.trim() !== '') return { order: value, badOrder: null };
    if (!(value instanceof WrittenNumber)) continue;
    const digits = value.integerDigits();
    if (digits !== null) return { order: digits, badOrder: null };
    badOrder ??= field;
  }
  return { order: undefined, badOrder };
}

/** An invalid quantity counts as missing. */
function amountOf(document: unknown): string | undefined {
  for (const field of amountFields) {
    const value = valueAt(document, field);
    const text = value instanceof WrittenNumber ? String(value.number) : value;
    if (typeof text === 'string' && /^[0-9]{1,9}$/.test(text)) return text;
  }
  return undefined;
}

function valueAt(document: unknown, path: string): unknown {
  let value: unknown = document;
  for (const name of path.split('.')) {
    const fields: Fields | null = fieldsOf(value);
    if (fields === null || !Object.hasOwn(fields, name)) return undefined;
    value = fields[name];
  }
  return value;
}

// Reads the order from a request for `add` that a shop sends in its own format
// (docs/protocol.md#bodies-of-shops), and recognises events that are not a sale.
import type { FastifyRequest } from 'fastify';
import { licenseMakingApi } from '@latchkey/protocol/seller/license-making.ts';
import { decodeUtf8, parseQuery, type Pairs, type ShopBody } from '../api/parameters.ts';
import { fieldsOf, isObject, parseWritten, WrittenNumber, type Fields } from './written-json.ts';
import { endOfSaleIn } from './sale-events.ts';

const ownNames: ReadonlySet<string> = new Set([
  ...['sellerkey', 'type', 'format'],
  ...Object.keys(licenseMakingApi.add.request.shape),
]);

/** Where a shop's JSON has its order number, in the order in which the fields are read. */
export const orderFields = ['data.order.id', 'data.uniqid'] as const;
const amountFields = ['data.quantity', 'data.order.quantity'] as const;

export interface ShopRequest {
  readonly pairs: Pairs;
  /** Null if the request is not for `add`, or has only parameters of `add`. */
  readonly shopBody: ShopBody | null;
}

/**
 * Adds the order and the amount of a shop's body to the pairs of the request, unless the request
 * has them as parameters. `pairs` begin with those of the query.
 */
export function readShopBody(request: FastifyRequest, pairs: Pairs): ShopRequest {
  const query = parseQuery(request.raw.url ?? '');
  const given = new Map(pairs.filter(([, value]) => value?.trim() !== ''));
  if (given.get('type')?.trim() !== 'add') return { pairs, shopBody: null };
  const isForeign = ([name]: Pairs[number]) => name === null || !ownNames.has(name);
  const others = pairs.filter(isForeign).map(([name, value]) => [name ?? '', value ?? '']);
  const endInPairs = endOfSaleIn(Object.fromEntries(others));
  // The pairs of a form or of flat JSON follow the query. Any other body added none.
  const ofBody = pairs.slice(query.length);
  if (ofBody.length > 0 || !hasContent(request.body)) {
    const isOfShop = query.some(([name]) => name === 'type') && ofBody.some(isForeign);
    return {
      pairs,
      shopBody: { isForeign: isOfShop, isReadable: true, badOrder: null, end: endInPairs },
    };
  }
  const text = decodeUtf8(request.body);
  const document = text === null ? undefined : parseWritten(text);
  if (isEmptyObject(document)) return { pairs, shopBody: null };
  const { order, badOrder } = orderOf(document);
  const found = [
    ['amount', amountOf(document)],
    ['order', order],
  ].flatMap(([name = '', value]) =>
    value === undefined || given.has(name) ? [] : [[name, value] as const],
  );
  return {
    // The order's fields replace empty parameters of the query instead of repeating them.
    pairs: [...pairs.filter(([name]) => !found.some(([one]) => one === name)), ...found],
    shopBody: {
      isForeign: true,
      isReadable: document !== undefined,
      badOrder: given.has('order') ? null : badOrder,
      end: endInPairs ?? endOfSaleIn(document),
    },
  };
}

function hasContent(body: unknown): body is Buffer {
  return Buffer.isBuffer(body) && body.toString('latin1').trim() !== '';
}

function isEmptyObject(document: unknown): boolean {
  return isObject(document) && Object.keys(document).length === 0;
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
    const digits = value.wholeDigits();
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

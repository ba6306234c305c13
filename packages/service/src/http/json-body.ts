// A JSON body as parameters (contract 0.1): one flat object of texts, numbers and booleans, whose names may stand twice as
// those of a form may, so that twice is refused there, too.
import { z } from 'zod';
import { decodeUtf8, type Pairs } from './request-parameters.ts';

/** A name and what follows it, in text that is known to be JSON. Numbers stay as they are written. */
const member =
  /\s*("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|true|false|null|-?[0-9][0-9.eE+-]*)\s*(?:,|\}\s*$)/y;

/** Where it is `null`, nothing was said. null: it is no such object. */
export function jsonPairs(bytes: Buffer): Pairs | null {
  const text = decodeUtf8(bytes);
  if (text === null || parsed(text) === undefined) return null;
  const begin = /^\s*\{\s*(\}\s*$)?/.exec(text);
  if (begin === null) return null;
  if (begin[1] !== undefined) return [];
  const pairs: (readonly [string | null, string | null])[] = [];
  member.lastIndex = begin[0].length;
  for (;;) {
    const found = member.exec(text);
    if (found === null) return null;
    const [, name = '', value = ''] = found;
    if (value !== 'null') pairs.push([textOf(name), value.startsWith('"') ? textOf(value) : value]);
    if (member.lastIndex >= text.length) return pairs;
  }
}

const quantity = z
  .union([z.number().int(), z.string().regex(/^[0-9]{1,9}$/)])
  .transform(String)
  .optional()
  .catch(undefined);

/** What a shop calls an order. */
const number = z
  .union([z.number().int(), z.string().trim().min(1)])
  .transform(String)
  .optional()
  .catch(undefined);

/** What shops post about an order, as far as it is known: how many were bought, and which order it is. */
const order = z.object({
  data: z.object({
    quantity,
    uniqid: number,
    order: z.object({ quantity, id: number }).optional().catch(undefined),
  }),
});

/** Of a shop's own JSON: the quantity and the order, for what the request itself does not say. Nothing else is read. */
export function orderPairs(bytes: Buffer, isSaid: (name: string) => boolean): Pairs {
  const text = decodeUtf8(bytes);
  const { data } = order.safeParse(text === null ? null : parsed(text)).data ?? {};
  const pairs = [
    ['amount', data?.quantity ?? data?.order?.quantity],
    ['order', data?.order?.id ?? data?.uniqid],
  ] as const;
  return pairs.flatMap(([name, value]) =>
    value === undefined || isSaid(name) ? [] : [[name, value] as const],
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** null: half of a surrogate pair, which is no text and which only JSON can write. */
function textOf(token: string): string | null {
  const text = JSON.parse(token) as string; // a JSON text
  return /\p{Cs}/u.test(text) ? null : text;
}

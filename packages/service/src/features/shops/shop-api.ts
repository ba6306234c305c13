// Reads from the API of a shop with the seller's token.
// SECURITY: the origin is fixed for each kind. Only the operator's environment replaces it, so that a
// seller cannot have the service call other addresses. No error contains a token or an answer.
import type { Parts } from '../../api/call.ts';
import type { ShopRow } from '../../database/schema-shops.ts';
import { isObject, parseWritten } from '../../http/exact-json.ts';
import { OutboundProblem } from '../../outbound/outbound.ts';
import { Overloaded } from '../../overloaded.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import { ApiProblem } from './connectors/api-problem.ts';
import type { ApiCall, ConnectorApi } from './connectors/connector.ts';
import { connectors } from './connectors/connectors.ts';
import { tokenOf } from './shop-secrets.ts';

const maxAnswerBytes = 8 * 1024 * 1024;

export type ApiParts = Pick<Parts, 'outbound' | 'secret' | 'nowMs' | 'ending' | 'shopApis'>;

export interface OpenApi {
  readonly api: ConnectorApi;
  readonly call: ApiCall;
}

/** Returns null if the kind has no API, or the seller gave no token. */
export function openApi(parts: ApiParts, shop: ShopRow, timeoutMs: number): OpenApi | null {
  const { api } = connectors[shop.kind];
  const token = tokenOf(parts.secret, shop);
  if (api === undefined || token === '') return null;
  const origin = parts.shopApis.get(shop.kind) ?? api.originOf(token);
  const get = async (path: string) => {
    const { status, body } = await fetchFrom(parts, `${origin}${path}`, {
      applicationId: shop.applicationId,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      maxBytes: maxAnswerBytes,
      timeoutMs,
      signal: parts.ending,
    });
    if (status === 404) return null;
    if (status === 401 || status === 403) throw new ApiProblem('token-refused');
    if (status < 200 || status > 299) throw new ApiProblem('unreachable');
    const answer = parseWritten(body);
    if (!isObject(answer)) throw new ApiProblem('unreadable');
    return answer;
  };
  return { api, call: { get, token, now: toUnixSeconds(parts.nowMs()) } };
}

async function fetchFrom(
  { outbound }: ApiParts,
  ...request: Parameters<ApiParts['outbound']['fetch']>
) {
  try {
    return await outbound.fetch(...request);
  } catch (error) {
    if (error instanceof OutboundProblem || error instanceof Overloaded)
      throw new ApiProblem('unreachable');
    throw error;
  }
}

/** Parses `kind=origin` entries. */
export function shopApisOf(entries: readonly string[] = []): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap((entry) => {
      const [, kind = '', origin = ''] = /^([a-z]+)=(.+?)\/?$/.exec(entry.trim()) ?? [];
      return kind === '' ? [] : [[kind, origin] as const];
    }),
  );
}

// Reads a request of the desk or of a customers' page: limits it, and checks where it comes from.
import type { FastifyRequest } from 'fastify';
import { checkSite, type OwnSite } from '../http/browser/own-site.ts';
import { addressOf } from '../http/client-address.ts';
import { requestPairs } from '../http/request-body.ts';
import type { Parts } from './call.ts';
import { collectParameters, type Parameters } from './parameters.ts';

type PageRequest =
  | { readonly ok: true; readonly site: OwnSite; readonly parameters: Parameters }
  | {
      readonly ok: false;
      readonly code: 'rate-limited' | 'cross-site' | 'https-needed' | 'bad-request';
      readonly retryAfter?: number;
      readonly message?: string;
    };

export async function readPageRequest(
  { requests }: Pick<Parts, 'requests'>,
  request: FastifyRequest,
  isTrustedProxy: (address: string) => boolean,
): Promise<PageRequest> {
  const retryAfter = await requests.take(addressOf(request), () => false);
  if (retryAfter > 0) return { ok: false, code: 'rate-limited', retryAfter };
  const checked = checkSite(request, isTrustedProxy);
  if (!checked.ok) return checked;
  const isJson = /^application\/json *(;|$)/i.test(request.headers['content-type'] ?? '');
  // A query would put secrets into logs of proxies.
  if (!isJson || (request.raw.url ?? '').includes('?')) return { ok: false, code: 'bad-request' };
  const parameters = collectParameters(await requestPairs(request));
  if (parameters.refusal !== null)
    return { ok: false, code: 'bad-request', message: parameters.refusal.message };
  return { ok: true, site: checked.site, parameters };
}

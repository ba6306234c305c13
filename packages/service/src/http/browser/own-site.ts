// Decides whether a request comes from a page of this service, and not from another site.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { deskHeader } from '@latchkey/protocol/desk-api.ts';
import { isLoopback, normaliseAddress } from '../../addresses.ts';

/** The service as the browser of this request reaches it. */
export interface OwnSite {
  readonly origin: string;
  /** False only on this machine. */
  readonly isSecure: boolean;
}

type SiteCheck =
  | { readonly ok: true; readonly site: OwnSite }
  | { readonly ok: false; readonly code: 'cross-site' | 'https-needed' };

/**
 * SECURITY: a page of another site can send neither our header without a preflight, which is
 * refused, nor our origin. A page whose name was made to resolve to 127.0.0.1 is refused for its
 * name, because plain http is only allowed for names of this machine.
 */
export function checkSite(
  { headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>,
  isTrustedProxy: (address: string) => boolean,
): SiteCheck {
  const isForwarded = isTrustedProxy(normaliseAddress(socket.remoteAddress ?? '') ?? '');
  const url = siteUrl(headers, isForwarded);
  const fetchSite = headers['sec-fetch-site'];
  if (
    url === null ||
    headers[deskHeader] !== '1' ||
    headers.origin !== url.origin ||
    (fetchSite !== undefined && fetchSite !== 'same-origin')
  )
    return { ok: false, code: 'cross-site' };
  const isSecure = url.protocol === 'https:';
  if (!isSecure && !isThisMachine(url.hostname)) return { ok: false, code: 'https-needed' };
  return { ok: true, site: { origin: url.origin, isSecure } };
}

/** Whether the browser reaches the service by this host name. */
export function isAtHost(
  { headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>,
  isTrustedProxy: (address: string) => boolean,
  host: string,
): boolean {
  const isForwarded = isTrustedProxy(normaliseAddress(socket.remoteAddress ?? '') ?? '');
  return siteUrl(headers, isForwarded)?.hostname === host;
}

function siteUrl(headers: IncomingHttpHeaders, isForwarded: boolean): URL | null {
  const reported = isForwarded ? reportedSite(headers) : {};
  const { scheme = 'http', host = headers.host ?? '' } = reported;
  const text = `${scheme}://${host}/`;
  if (!/^https?$/.test(scheme) || !/^[a-z0-9.:[\]_-]+$/i.test(host) || !URL.canParse(text))
    return null;
  return new URL(text);
}

/** What a trusted proxy reports about the browser's URL. The first of several proxies is read. */
function reportedSite(headers: IncomingHttpHeaders): { scheme?: string; host?: string } {
  const forwarded = /^[^,]*/.exec(headers.forwarded ?? '')?.[0] ?? '';
  const scheme = firstOf(headers['x-forwarded-proto']) ?? parameterOf(forwarded, 'proto');
  const host = firstOf(headers['x-forwarded-host']) ?? parameterOf(forwarded, 'host');
  return {
    ...(scheme !== undefined && { scheme: scheme.toLowerCase() }),
    ...(host !== undefined && { host }),
  };
}

function firstOf(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  return text?.split(',', 1)[0]?.trim();
}

function parameterOf(element: string, name: string): string | undefined {
  const pair = element.split(';').find((one) => one.trim().toLowerCase().startsWith(`${name}=`));
  return pair
    ?.slice(pair.indexOf('=') + 1)
    .trim()
    .replace(/^"(.*)"$/, '$1');
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'));
}

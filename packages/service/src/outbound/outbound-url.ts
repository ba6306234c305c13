// Which URLs of a seller the service will ever call: https, on a port for it, without credentials, at no private address.
// What a name resolves to is judged when it is called, not here.
import { isIP } from 'node:net';
import type { UrlProblem } from '@latchkey/protocol/seller/webhooks.ts';
import { isPublicAddress } from './outbound-address.ts';

/** 8443 is the usual second one; with others a seller could make the service knock at any door of the internet. */
const ports = new Set(['', '8443']);
const plainPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
const longestUrl = 2000;

export interface AllowedUrl {
  readonly url: URL;
  /** Its host and port were allowed by the service's owner: any address, and http. */
  readonly trusted: boolean;
}

/** `trustedHosts`: `host:port` as in a URL, with the port always said. A text is why the URL is refused. */
export function readUrl(text: string, trustedHosts: ReadonlySet<string>): AllowedUrl | UrlProblem {
  if (text.length > longestUrl || !URL.canParse(text)) return 'URL is invalid';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    return 'URL is invalid: it must not contain a user name or password.';
  if (trustedHosts.has(hostAndPort(url)) && url.protocol in plainPorts)
    return { url, trusted: true };
  if (url.protocol !== 'https:') return 'URL is invalid: it must begin with https://.';
  if (!ports.has(url.port)) return 'URL is invalid: only the ports 443 and 8443 are allowed.';
  if (namesPrivateHost(url)) return 'URL is invalid: it must point to a public IP.';
  return { url, trusted: false };
}

function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port === '' ? (plainPorts[url.protocol] ?? '') : url.port}`;
}

/** The parser has already turned every spelling of an IP address into the usual one. */
function namesPrivateHost(url: URL): boolean {
  const host = bareHost(url);
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return /(^|\.)localhost\.?$/.test(host);
}

/** Without the brackets of IPv6. */
export function bareHost({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

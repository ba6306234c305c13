// Decides which URLs of a seller the service may call: https, on an allowed port, without
// credentials or private address. The addresses of a host name are checked at each call.
import { isIP } from 'node:net';
import type { UrlFailure } from '@latchkey/protocol/seller/webhooks.ts';
import { isPublicAddress } from './outbound-address.ts';

/** SECURITY: 8443 is the usual alternative. More ports would let a seller probe any server. */
const allowedPorts = new Set(['', '8443']);
const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
const maxUrlLength = 2000;

export interface AllowedUrl {
  readonly url: URL;
  /** Whether the service's owner allows this host and port, with any address and over http. */
  readonly trusted: boolean;
}

/**
 * Returns the URL, or a string with the reason why it is refused. `trustedHosts` are `host:port`
 * entries, always with the port.
 */
export function readUrl(text: string, trustedHosts: ReadonlySet<string>): AllowedUrl | UrlFailure {
  if (text.length > maxUrlLength || !URL.canParse(text)) return 'URL is invalid';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    return 'URL is invalid: it must not contain a user name or password.';
  if (trustedHosts.has(hostAndPort(url)) && url.protocol in defaultPorts)
    return { url, trusted: true };
  if (url.protocol !== 'https:') return 'URL is invalid: it must begin with https://.';
  if (!allowedPorts.has(url.port))
    return 'URL is invalid: only the ports 443 and 8443 are allowed.';
  if (hasPrivateHost(url)) return 'URL is invalid: it must point to a public IP.';
  return { url, trusted: false };
}

function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port === '' ? (defaultPorts[url.protocol] ?? '') : url.port}`;
}

/** The URL parser has normalised every spelling of an IP address. */
function hasPrivateHost(url: URL): boolean {
  const host = bareHost(url);
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return /(^|\.)localhost\.?$/.test(host);
}

/** Returns the host, for IPv6 without brackets. */
export function bareHost({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

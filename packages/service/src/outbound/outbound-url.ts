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
  if (text.length > maxUrlLength || !URL.canParse(text)) return 'url-invalid';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'url-with-password';
  if (trustedHosts.has(hostAndPort(url)) && url.protocol in defaultPorts)
    return { url, trusted: true };
  if (url.protocol !== 'https:') return 'url-not-https';
  if (!allowedPorts.has(url.port)) return 'url-port-not-allowed';
  if (hasPrivateHost(url)) return 'url-not-public';
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

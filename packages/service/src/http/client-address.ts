// Finds a request's client address, which trusted proxies report in a header.
import type { FastifyRequest, FastifyInstance } from 'fastify';
import { normaliseAddress } from '../addresses.ts';
import { isPublicAddress } from '../outbound/outbound-address.ts';
import { proxyMatcher } from './connections.ts';
import { reportedAddresses } from './forwarded.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** In normal form; empty until `findClientAddresses` has found it. */
    clientAddress: string;
  }
}

/** Each is called once, with the proxy's address. */
export interface ProxyReports {
  readonly untrusted: (address: string) => void;
  /** A trusted proxy reports no readable address, so all its clients share the proxy's address. */
  readonly unreadable: (address: string) => void;
}

export function addressOf({ clientAddress, socket }: FastifyRequest): string {
  return clientAddress || socketAddressOf(socket);
}

/**
 * Finds the client address of every request: the first one, from the nearest hop on, that is not a
 * trusted proxy.
 * SECURITY: hops beyond an untrusted or unreadable one may be forged, so they are not read. Header
 * values are never reported.
 */
export function findClientAddresses(
  app: FastifyInstance,
  trustedProxies: readonly string[],
  reports: ProxyReports,
): void {
  const isTrusted = proxyMatcher(trustedProxies);
  const untrusted = once(reports.untrusted);
  const unreadable = once(reports.unreadable);
  app.decorateRequest('clientAddress', '');
  app.addHook('onRequest', (request, _reply, done) => {
    const socketAddress = socketAddressOf(request.socket);
    request.clientAddress = socketAddress;
    if (isTrusted(socketAddress)) {
      if (isHidden(request)) unreadable(socketAddress);
      for (const address of reportedAddresses(request.headers)) {
        if (address === null) unreadable(request.clientAddress);
        if (address === null) break;
        request.clientAddress = address;
        if (!isTrusted(address)) break;
      }
    } else if (trustedProxies.length === 0 && isForwarded(request) && isPrivate(socketAddress))
      untrusted(socketAddress);
    done();
  });
}

function isForwarded({ headers }: FastifyRequest): boolean {
  return headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
}

/** Headers of gateways that report the client in another way, which is not read. */
const otherReports = [
  ...['via', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'x-client-ip'],
  ...['true-client-ip', 'cf-connecting-ip', 'fastly-client-ip', 'x-cluster-client-ip'],
];

/** Health checks and local commands come without any of these headers. */
function isHidden(request: FastifyRequest): boolean {
  if (isForwarded(request)) return false;
  return otherReports.some((name) => request.headers[name] !== undefined);
}

function isPrivate(address: string): boolean {
  return normaliseAddress(address) !== null && !isPublicAddress(address);
}

function socketAddressOf({ remoteAddress = '' }: FastifyRequest['socket']): string {
  return normaliseAddress(remoteAddress) ?? 'unknown';
}

function once(report: (address: string) => void): (address: string) => void {
  let isReported = false;
  return (address) => {
    if (isReported) return;
    isReported = true;
    report(address);
  };
}

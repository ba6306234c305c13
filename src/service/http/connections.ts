// How much a connection may take of the service's time and memory before and between requests, how many there may be, and
// which proxies are believed. It reads no request.
import { BlockList, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { normalAddress } from './addresses.ts';

export interface ConnectionLimits {
  /** From the first byte of a request to the end of its headers. */
  readonly headersWithinMs: number;
  /** To the end of its body. */
  readonly requestWithinMs: number;
  /** How often slow ones are looked for. */
  readonly checkEveryMs: number;
  /** Address and headers together; longer ones are 431. */
  readonly headerBytes: number;
  readonly connections: number;
  /** From one address that is no trusted proxy. */
  readonly connectionsOfOne: number;
}

export const productionConnections: ConnectionLimits = {
  headersWithinMs: 10_000,
  requestWithinMs: 30_000,
  checkEveryMs: 1000,
  headerBytes: 16 * 1024,
  connections: 4096,
  connectionsOfOne: 256,
};

/** Proxies expect to end idle connections themselves, most after 60 s; programs make a few requests and go. */
const keepAliveMs = { behindProxies: 72_000, direct: 10_000 };

/** What Fastify is made with. */
export function serverOptions(limits: ConnectionLimits, trustedProxies: readonly string[]) {
  const { headersWithinMs, requestWithinMs, checkEveryMs, headerBytes } = limits;
  const behindProxies = trustedProxies.length > 0;
  return {
    http: {
      headersTimeout: headersWithinMs,
      connectionsCheckingInterval: checkEveryMs,
      maxHeaderSize: headerBytes,
    },
    requestTimeout: requestWithinMs,
    keepAliveTimeout: behindProxies ? keepAliveMs.behindProxies : keepAliveMs.direct,
    // SECURITY: without a list, nobody is believed who says for whom they ask.
    trustProxy: behindProxies ? [...trustedProxies] : false,
  };
}

/** Ends connections beyond the limits at once. */
export function limitConnections(
  { server }: Pick<FastifyInstance, 'server'>,
  limits: ConnectionLimits,
  trustedProxies: readonly string[],
): void {
  const trusted = blockListOf(trustedProxies);
  const open = new Map<string, number>();
  server.maxConnections = limits.connections;
  server.on('connection', (socket) => {
    const address = normalAddress(socket.remoteAddress ?? '');
    if (address === null || trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) return;
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
    if (count > limits.connectionsOfOne) socket.destroy();
  });
}

function blockListOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** `10.0.0.1` or `10.0.0.0/8`; the same for IPv6. */
export function isAddressOrRange(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || more !== undefined) return false;
  return (
    bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
  );
}

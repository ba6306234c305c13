// Which address a request comes from, and what of it is counted. Behind trusted proxies it is the one that they name; what
// they pass on and is no address is not believed.
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { normalAddress } from '../addresses.ts';

export function addressOf(request: FastifyRequest): string {
  const named = normalAddress(request.ip);
  return named ?? normalAddress(request.socket.remoteAddress ?? '') ?? 'unknown';
}

/** Whoever has one IPv6 address has all 2^64 that begin like it. `address`: in its normal form. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

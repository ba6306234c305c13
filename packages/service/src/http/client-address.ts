// Which address a request comes from. Behind trusted proxies it is the one that they name; what
// they pass on and is no address is not believed.
import type { FastifyRequest } from 'fastify';
import { normalAddress } from '../addresses.ts';

export function addressOf(request: FastifyRequest): string {
  const named = normalAddress(request.ip);
  return named ?? normalAddress(request.socket.remoteAddress ?? '') ?? 'unknown';
}

// Which address a request comes from. Behind trusted proxies it is the one that they name; a value that is no address is ignored.
// A proxy that is not trusted is reported.
import type { FastifyRequest, FastifyInstance } from 'fastify';
import { normalAddress } from '../addresses.ts';
import { isPublicAddress } from '../outbound/outbound-address.ts';

export function addressOf(request: FastifyRequest): string {
  const named = normalAddress(request.ip);
  return named ?? normalAddress(request.socket.remoteAddress ?? '') ?? 'unknown';
}

/** Tells once. SECURITY: what the header says is neither believed nor told. */
export function noticeProxy(app: FastifyInstance, tell: (address: string) => void): void {
  let isTold = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isTold && request.headers['x-forwarded-for'] !== undefined) {
      const address = normalAddress(request.socket.remoteAddress ?? '');
      if (address !== null && !isPublicAddress(address)) {
        isTold = true;
        tell(address);
      }
    }
    done();
  });
}

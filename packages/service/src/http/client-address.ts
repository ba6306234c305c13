// Finds a request's client address, which trusted proxies report in a header. Logs a proxy that is
// not trusted.
import type { FastifyRequest, FastifyInstance } from 'fastify';
import { normaliseAddress } from '../addresses.ts';
import { isPublicAddress } from '../outbound/outbound-address.ts';

export function addressOf(request: FastifyRequest): string {
  const reported = normaliseAddress(request.ip);
  return reported ?? normaliseAddress(request.socket.remoteAddress ?? '') ?? 'unknown';
}

/**
 * Reports an untrusted proxy once.
 * SECURITY: the header's value is neither trusted nor reported.
 */
export function reportUntrustedProxy(
  app: FastifyInstance,
  report: (address: string) => void,
): void {
  let isReported = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isReported && request.headers['x-forwarded-for'] !== undefined) {
      const address = normaliseAddress(request.socket.remoteAddress ?? '');
      if (address !== null && !isPublicAddress(address)) {
        isReported = true;
        report(address);
      }
    }
    done();
  });
}

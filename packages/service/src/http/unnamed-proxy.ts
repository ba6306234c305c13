// Notices a proxy that nobody named: a request from this machine or a private network that says for whom it asks.
import type { FastifyInstance } from 'fastify';
import { isPublicAddress } from '../outbound/outbound-address.ts';
import { normalAddress } from '../addresses.ts';

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

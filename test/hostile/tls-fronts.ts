// Servers in front of the relay where the loader expects TLS: with good and bad certificates, and
// with handshakes that fail.
import { createServer, type Server, type Socket, connect } from 'node:net';
import { pipeline } from 'node:stream';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { makeSelfSigned } from '../adapters/self-signed.ts';
import { listen } from './relay.ts';

export interface Front {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Made once, so that a test can trust them: each then has only the fault in its name. */
export const certificates = {
  good: makeSelfSigned(),
  expired: makeSelfSigned({ until: '20201231' }),
  otherHost: makeSelfSigned({ host: [127, 9, 9, 9] }),
};
/** A certificate that no test trusts. */
export const unknownCertificate = makeSelfSigned();

/** Terminates TLS and passes the content to the relay. */
export function tlsFront(relay: string, options: TlsOptions): Promise<Front> {
  const server = createTlsServer(options, (inside) => {
    const outside = connect(Number(new URL(relay).port), '127.0.0.1');
    pipeline(inside, outside, inside, () => undefined);
  });
  server.on('tlsClientError', () => undefined);
  return startFront(server);
}

/** A server that does not use TLS, and passes each connection to `meet`. */
export function rawFront(meet: (socket: Socket) => void): Promise<Front> {
  return startFront(
    createServer((socket) => {
      socket.on('error', () => undefined);
      meet(socket);
    }),
  );
}

async function startFront(server: Server): Promise<Front> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await listen(server);
  return {
    url: `https://127.0.0.1:${port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// What may stand where TLS is due, in front of the relay: certificates of all kinds, and handshakes that never end well.
import { createServer, type Server, type Socket, connect } from 'node:net';
import { pipeline } from 'node:stream';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { makeSelfSigned } from '../adapters/self-signed.ts';
import { listen } from './relay.ts';

export interface Front {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Made once, so that a test can trust them: what is wrong with them is then nothing but what their names say. */
export const certificates = {
  good: makeSelfSigned(),
  expired: makeSelfSigned({ until: '20201231' }),
  otherHost: makeSelfSigned({ host: [127, 9, 9, 9] }),
};
/** Trusted by nobody. */
export const unknownCertificate = makeSelfSigned();

/** Speaks TLS and passes on what is inside. */
export function tlsFront(relay: string, options: TlsOptions): Promise<Front> {
  const server = createTlsServer(options, (inside) => {
    const outside = connect(Number(new URL(relay).port), '127.0.0.1');
    pipeline(inside, outside, inside, () => undefined);
  });
  server.on('tlsClientError', () => undefined);
  return startFront(server);
}

/** Something else than TLS; `meet` gets each connection. */
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

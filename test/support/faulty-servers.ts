// Servers that fail in one way each, for the connection check: by TCP, TLS and HTTP.
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Certificate } from '../adapters/self-signed.ts';

export interface FaultyServers {
  readonly plain: (answer: RequestListener) => Promise<string>;
  readonly tls: (certificate: Certificate, answer: RequestListener) => Promise<string>;
  /** Resets each connection after its first bytes. */
  readonly resetting: () => Promise<string>;
  /** Accepts connections and never answers. */
  readonly silent: () => Promise<string>;
  readonly closed: () => Promise<string>;
  readonly close: () => Promise<void>;
}

export function createFaultyServers(): FaultyServers {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const listen = async (server: Server): Promise<number> => {
    servers.push(server);
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port; // a TCP server that listens has such an address
  };
  const stop = (server: Server) => new Promise((resolve) => server.close(resolve));
  return {
    plain: async (answer) => `http://127.0.0.1:${await listen(createHttpServer(answer))}`,
    async tls(certificate, answer) {
      const server = createHttpsServer(certificate, answer);
      server.on('tlsClientError', () => undefined);
      return `https://127.0.0.1:${await listen(server)}`;
    },
    async resetting() {
      const server = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
      return `https://127.0.0.1:${await listen(server)}`;
    },
    silent: async () => `https://127.0.0.1:${await listen(createServer())}`,
    async closed() {
      const server = createServer();
      const port = await listen(server);
      await stop(server);
      return `https://127.0.0.1:${port}`;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map(stop));
    },
  };
}

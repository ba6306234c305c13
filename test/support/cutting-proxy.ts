// Proxy that loses answers of the service. On a reused connection it forwards the request, waits
// for the answer, and then closes the connection without answering.
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface CuttingProxy {
  /** Replaces the service's URL. */
  readonly url: string;
  /** The types of all requests that reached the service, in order. */
  readonly receivedTypes: readonly string[];
  readonly cuts: () => number;
  readonly close: () => Promise<void>;
}

/** `types` are the operations whose answers are lost. */
export async function startCuttingProxy(
  service: string,
  types: readonly string[],
): Promise<CuttingProxy> {
  const receivedTypes: string[] = [];
  const served = new WeakSet<Socket>();
  let cuts = 0;
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = 'GET', url = '/', headers, socket } = request;
      const body = Buffer.concat(chunks);
      const query = method === 'POST' ? body.toString() : new URL(url, service).search;
      const type = new URLSearchParams(query).get('type') ?? '';
      receivedTypes.push(type);
      const forwarded = http.request(service + url, { method, headers, agent: false }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('end', () => {
          if (types.includes(type) && served.has(socket)) {
            cuts += 1;
            socket.destroy();
            return;
          }
          served.add(socket);
          const { connection: _connection, ...otherHeaders } = answer.headers;
          response.writeHead(answer.statusCode ?? 500, otherHeaders).end(Buffer.concat(pieces));
        });
      });
      forwarded.on('error', () => socket.destroy());
      forwarded.end(body);
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has such an address
  return {
    url: `http://127.0.0.1:${port}`,
    receivedTypes,
    cuts: () => cuts,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

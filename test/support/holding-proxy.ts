// Proxy that can hold back the chunks of a release. It lets a given number of chunks pass, and the
// others wait for the next call of `release`.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HoldingProxy {
  /** Replaces the service's URL. */
  readonly url: string;
  /** The hashes of the downloaded chunks, in order of completion. */
  readonly downloadedParts: readonly string[];
  /** Lets this number of further chunks pass. */
  readonly release: (count: number) => void;
  readonly close: () => Promise<void>;
}

export async function startHoldingProxy(service: string): Promise<HoldingProxy> {
  const downloadedParts: string[] = [];
  const waiting: (() => void)[] = [];
  let allowed = Infinity;
  const server = http.createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const part = new URL(url, service).searchParams.get('part');
    const isChunk = part !== null && /^[0-9a-f]{64}$/.test(part);
    const pass = (): void => {
      if (response.destroyed) return;
      if (isChunk) allowed -= 1;
      const forwarded = http.request(service + url, { method, headers, agent: false }, (answer) => {
        const { connection: _connection, ...otherHeaders } = answer.headers;
        response.writeHead(answer.statusCode ?? 500, otherHeaders);
        answer.pipe(response);
        if (isChunk) response.once('finish', () => downloadedParts.push(part));
      });
      forwarded.on('error', () => response.destroy());
      request.pipe(forwarded);
    };
    if (isChunk && allowed <= 0) waiting.push(pass);
    else pass();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has such an address
  return {
    url: `http://127.0.0.1:${port}`,
    downloadedParts,
    release(count) {
      allowed = count;
      while (allowed > 0 && waiting.length > 0) waiting.shift()?.();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// Servers of an attacker for tests in a browser: pages of other origins, and a site without defences,
// which shows that an attack works where nothing stops it.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly cookie: string;
}

export interface OtherSite {
  /** The same site as the desk, another origin: browsers send the desk's cookies along. */
  readonly sameSite: string;
  /** Another site. */
  readonly crossSite: string;
  /** The requests so far, without those for the icon. */
  readonly received: readonly Received[];
  readonly forget: () => void;
  readonly close: () => Promise<void>;
}

const page = '<!doctype html><title>Another site</title><h1>Another site</h1>';
/** Also an empty style sheet. */
const picture = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const types: Readonly<Record<string, string>> = {
  '/picture': 'image/svg+xml',
  '/style': 'text/css',
};

/** Answers every request with a page that permits everything. */
export async function openOtherSite(): Promise<OtherSite> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const { method = '', url = '', headers } = request;
      if (url !== '/favicon.ico')
        received.push({ method, path: url, body, cookie: headers.cookie ?? '' });
      response
        .writeHead(200, {
          'content-type': types[url] ?? 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'access-control-allow-origin': headers.origin ?? '*',
          'access-control-allow-credentials': 'true',
          'access-control-allow-headers': 'content-type, x-latchkey',
        })
        .end(url in types ? picture : page);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens at a port
  return {
    sameSite: `http://127.0.0.1:${port}`,
    crossSite: `http://localhost:${port}`,
    received,
    forget: () => void received.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array)); // streams of requests have bytes
  return Buffer.concat(chunks).toString();
}

// Serves the built page on 127.0.0.1 with the same headers as the shell at app://loader, so that
// tests see violations of the Content-Security-Policy.
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { answerAsset, readAssets } from '../../src/main/shell/assets.ts';

const clientFolder = fileURLToPath(new URL('../../out/client', import.meta.url));

export interface ClientServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** `folder` contains the built page; default: out/client. */
export async function startClientServer(folder = clientFolder): Promise<ClientServer> {
  const assets = readAssets(folder);
  if (!assets.has('/index.html')) throw new Error(`${folder} is missing: run \`npm run build\``);
  // Idle connections stay open. Playwright sends route.fetch() into one that is just being closed.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '/');
    const url = `app://loader${path}`;
    const answer = answerAsset(assets, { method: request.method ?? '', url });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    void answer.arrayBuffer().then((body) => response.end(new Uint8Array(body)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

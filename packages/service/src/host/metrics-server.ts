// Serves the metrics at a separate address, so that no web server in front publishes them.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.ts';
import { explainListening } from './listen.ts';

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

export interface MetricsServer {
  /** Such as http://127.0.0.1:9464/metrics. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

const options = { ip: '--metrics', port: '--metrics' };

/** Throws StartProblem if the address is unusable. */
export async function serveMetrics(
  { host, port }: MetricsAddress,
  metrics: Pick<Metrics, 'text' | 'contentType'>,
): Promise<MetricsServer> {
  const server = createServer((request, response) => void answer(metrics, request, response));
  await explainListening(
    () =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen({ host, port }, resolve);
      }),
    { port, options },
  );
  const { port: actualPort } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}${metricsPath}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const metricsPath = '/metrics';

async function answer(
  { text, contentType }: Pick<Metrics, 'text' | 'contentType'>,
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    if (url.split('?', 1)[0] !== metricsPath) end(response, 404, 'There is only /metrics.\n');
    else if (method !== 'GET' && method !== 'HEAD') end(response, 405, 'Only GET is allowed.\n');
    else end(response, 200, await text(), contentType);
  } catch {
    end(response, 500, 'The metrics cannot be read.\n');
  }
}

function end(response: ServerResponse, status: number, body: string, type = 'text/plain'): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}

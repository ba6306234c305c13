// A server of the seller that receives events, at an address that the service may call.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { deskFolder } from '../../packages/service/src/http/browser/page-files.ts';
import { startTestService, type TestService } from '../../packages/service/test/support/service.ts';
import { test as base } from './desk-page.ts';

interface ReceivedEvent {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly host: string;
  readonly received: ReceivedEvent[];
  /** The status of all answers. */
  status: number;
}

interface WorkerParts {
  readonly receiver: Receiver;
  readonly service: TestService;
}

/** Like the test of desk-page.ts, with a service that may call the receiver. */
export const test = base.extend<object, WorkerParts>({
  receiver: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const { receiver, server } = await listen();
      await use(receiver);
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ receiver }, use) => {
      const service = await startTestService({
        deskFolder,
        requestsPerMinute: 1_000_000,
        outbound: { allowPrivateAddresses: [receiver.host] },
      });
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
});

async function listen(): Promise<{ receiver: Receiver; server: http.Server }> {
  const received: ReceivedEvent[] = [];
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(receiver.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has an AddressInfo
  const receiver: Receiver = { host, received, status: 200 };
  return { receiver, server };
}

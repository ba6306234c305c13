// A service, and a seller's program that its webhooks may call.
import { expect, onTestFinished } from 'vitest';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { openWire } from './support/service-client.ts';
import { sellerOf } from './support/seller-client.ts';

export interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly agent: string | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

export async function open() {
  const received: Seen[] = [];
  const answer = { status: 200, body: 'from the seller' as string | Uint8Array, headers: {} };
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const { method, url, headers } = request;
      received.push({
        method,
        url,
        agent: headers['user-agent'],
        type: headers['content-type'],
        body,
      });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has an AddressInfo
  const wire = await openWire({ outbound: { allowPrivateAddresses: [host] } });
  const ask = sellerOf(wire.service);
  const add = async (path: string, more: Readonly<Record<string, string>> = {}) => {
    const added = await ask('addwebhook', { baseurl: `http://${host}${path}`, ...more });
    expect(added).toMatchObject({ status: 200 });
    return String(added.body['webid']);
  };
  return { wire, ask, add, seen: received, answer, host };
}

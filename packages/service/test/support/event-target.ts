// A webhook receiver for tests: a real server that records requests and answers as configured.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface EventTarget {
  /** `host:port` */
  readonly host: string;
  readonly url: string;
  readonly received: ReceivedRequest[];
  /**
   * The status by path, with '' for all other paths. A promise delays the answer. null never
   * answers.
   */
  readonly answers: Record<string, number | null | Promise<number>>;
  /** Resolves when the next request has arrived completely. */
  readonly next: () => Promise<void>;
}

export async function openEventTarget(): Promise<EventTarget> {
  const received: ReceivedRequest[] = [];
  const answers: EventTarget['answers'] = { '': 200 };
  let waiting: (() => void)[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() });
      const status = path in answers ? answers[path] : answers[''];
      if (typeof status === 'number') response.writeHead(status).end('seen');
      else void status?.then((known) => response.writeHead(known).end('seen'));
      for (const notify of waiting) notify();
      waiting = [];
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has an AddressInfo
  const next = () => new Promise<void>((resolve) => void waiting.push(resolve));
  return { host, url: `http://${host}`, received, answers, next };
}

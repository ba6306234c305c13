// Raw requests to the preview's server, and a snapshot to publish.
import { type IncomingMessage, request } from 'node:http';
import type { Session } from '../../src/shared/session.ts';

/** Sends the target unchanged: fetch would normalize dots and drop headers. */
export function sendTo(
  url: string,
  target: string,
  { method = 'GET', headers = {}, body }: Given = {},
): Promise<IncomingMessage> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: target, method, headers }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

export interface Given {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

export const session: Session = {
  revision: 7,
  phase: { kind: 'starting' },
  notice: null,
  step: null,
  tasks: [],
  trust: null,
  clockOffsetMs: null,
  nextRetryAt: null,
  launchAt: null,
  unsupported: [],
  trialDays: 0,
  deepLink: null,
  savedSignIns: [],
  program: null,
  loaderUpdate: null,
  endings: [],
  systemNotices: null,
  connectionCheck: null,
  preferences: {
    theme: null,
    textSize: null,
    launchWhenSignedIn: null,
    startWithSystem: null,
    opensLinks: null,
  },
};

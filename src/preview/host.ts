// The preview's server on 127.0.0.1: the built page, one POST per command, and an event stream for
// each tab. routes.ts decides what a request may reach; the core decides what a command does.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { CommandName } from '../shared/commands.ts';
import type { Result } from '../shared/failure.ts';
import { maxCallBytes } from '@latchkey/protocol/limits.ts';
import { pageHeaders } from '../shared/page-policy.ts';
import type { PageFile } from './files.ts';
import type { Pages } from './pages.ts';
import { type Route, routeOf } from './routes.ts';

/** A refused body up to this size is read to its end. */
const maxDrainedBytes = 8 * 1024 * 1024;

// SECURITY: as in Electron, but the page may connect to the preview, and is not sandboxed: with the
// opener policy, which Electron's page lacks, browsers refuse to load a sandboxed page.
const headers: Readonly<Record<string, string>> = {
  ...pageHeaders({ connect: "'self'" }),
  'cross-origin-opener-policy': 'same-origin',
};

export interface HostParts {
  readonly token: string;
  readonly files: ReadonlyMap<string, PageFile>;
  readonly pages: Pages;
  /** Checks the size and schema, and runs the handler. Never throws. */
  readonly answer: (name: CommandName, input: unknown) => Promise<Result<unknown>>;
}

export interface PreviewHost {
  /** The address to open, with the token in it. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function startHost(parts: HostParts): Promise<PreviewHost> {
  let host = '';
  const server = createServer((request, response) => {
    respond(parts, host, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', listening);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the preview has no port');
  host = `127.0.0.1:${address.port}`;
  return {
    url: `http://${host}/${parts.token}/`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

interface Answer {
  readonly status: number;
  readonly contentType?: string;
  readonly body?: string | Buffer;
}

async function respond(
  parts: HostParts,
  host: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const route = routeOf(factsOf(request), host, parts.token);
  if (route.kind === 'events') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    parts.pages.connect(route.page, response);
    return;
  }
  const { status, contentType, body } = await answerRoute(parts, route, request);
  response.writeHead(status, contentType === undefined ? {} : { 'content-type': contentType });
  response.end(body);
}

async function answerRoute(
  { files, pages, answer }: HostParts,
  route: Exclude<Route, { kind: 'events' }>,
  request: IncomingMessage,
): Promise<Answer> {
  if (route.kind === 'refused') return { status: route.status };
  if (route.kind === 'file') return { status: 404, ...found(files.get(route.path)) };
  const input = await readJson(request);
  if (!input.ok) return { status: 413 };
  pages.noteActive(route.page);
  const result = await answer(route.name, input.value);
  return { status: 200, contentType: 'application/json', body: JSON.stringify(result) };
}

function found(file: PageFile | undefined): Answer | undefined {
  return file === undefined ? undefined : { status: 200, ...file };
}

function factsOf({ method = '', url = '', headers: given }: IncomingMessage) {
  const page = given['x-latchkey-page'];
  return {
    method,
    target: url,
    host: given.host,
    origin: given.origin,
    contentType: given['content-type'],
    page: Array.isArray(page) ? undefined : page,
  };
}

/** `ok: false`: more than 64 KiB. Invalid JSON becomes undefined, which no command accepts. */
async function readJson(
  request: IncomingMessage,
): Promise<{ readonly ok: true; readonly value: unknown } | { readonly ok: false }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxDrainedBytes) throw new Error('the body is too large');
    // Reads on anyway: a browser whose upload is cut off never reads the answer.
    if (bytes <= maxCallBytes) chunks.push(chunk);
  }
  if (bytes > maxCallBytes) return { ok: false };
  try {
    return { ok: true, value: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
  } catch {
    return { ok: true, value: undefined };
  }
}

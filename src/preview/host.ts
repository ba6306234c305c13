// The preview's HTTP server on 127.0.0.1. It serves the built page, one POST route per command, and
// an event stream for each tab. routes.ts decides which resource a request reaches.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { CommandName } from '../shared/commands.ts';
import type { Result } from '../shared/failure.ts';
import { maxCallBytes } from '@latchkey/protocol/limits.ts';
import { pageHeaders } from '../shared/page-policy.ts';
import type { PageFile } from './files.ts';
import type { Pages } from './pages.ts';
import { type Route, routeOf } from './routes.ts';

/** A refused body is read to its end up to this size. */
const maxDrainedBytes = 8 * 1024 * 1024;

// SECURITY: the page has Electron's policy, but may connect to the preview and is not sandboxed.
// Browsers refuse to load a sandboxed page with the opener policy, which Electron's page lacks.
const headers: Readonly<Record<string, string>> = {
  ...pageHeaders({ connectSource: "'self'" }),
  'cross-origin-opener-policy': 'same-origin',
};

export interface HostParts {
  readonly token: string;
  readonly files: ReadonlyMap<string, PageFile>;
  readonly pages: Pages;
  /** Checks the size and schema and runs the handler. Never throws. */
  readonly answer: (name: CommandName, input: unknown) => Promise<Result<unknown>>;
}

export interface PreviewHost {
  /** The address to open. It contains the token. */
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
  const route = routeOf(requestFactsOf(request), host, parts.token);
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
  if (route.kind === 'file') return { status: 404, ...fileAnswer(files.get(route.path)) };
  const input = await readJson(request);
  if (!input.ok) return { status: 413 };
  pages.setActivePage(route.page);
  const result = await answer(route.name, input.value);
  return { status: 200, contentType: 'application/json', body: JSON.stringify(result) };
}

function fileAnswer(file: PageFile | undefined): Answer | undefined {
  return file === undefined ? undefined : { status: 200, ...file };
}

function requestFactsOf({ method = '', url = '', headers: given }: IncomingMessage) {
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

/** Fails above 64 KiB. Returns undefined for invalid JSON, which no command accepts. */
async function readJson(
  request: IncomingMessage,
): Promise<{ readonly ok: true; readonly value: unknown } | { readonly ok: false }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxDrainedBytes) throw new Error('the body is too large');
    // Read a refused body too, because a browser reads the answer only after its upload.
    if (bytes <= maxCallBytes) chunks.push(chunk);
  }
  if (bytes > maxCallBytes) return { ok: false };
  try {
    return { ok: true, value: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
  } catch {
    return { ok: true, value: undefined };
  }
}

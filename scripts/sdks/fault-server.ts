// A service for the vectors of HTTP: signs answers as the real one does, except for the fault that
// the path names (http-cases.ts).
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { contents, info } from './answers.ts';
import { fileFaults, loginFaults, type Signed } from './fault-behaviours.ts';
import { file, login } from './http-cases.ts';
import { makeSelfSigned } from '../../test/adapters/self-signed.ts';
import { application, challenge as oldChallenge, nowSeconds } from './signing.ts';
import { serviceKey, signAnswer, strangerKey } from './signing.ts';

export interface FaultServer {
  /** By the names of HttpCase.address. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

const fileContent = Buffer.alloc(file.bytes, 'latchkey ');
const keyId = createHash('sha256').update(Buffer.from(serviceKey.publicKey, 'hex')).digest('hex');

/** Listens on ports that the system chooses. */
export async function startFaultServer(): Promise<FaultServer> {
  const seenChallenges = new Set<string>();
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response, seenChallenges).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  };
  const server = createServer(respond);
  // Without it, the connection is reset, and a slow client may miss that the answer is not TLS.
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  });
  const selfSigned = createTlsServer(makeSelfSigned(), respond);
  selfSigned.on('tlsClientError', () => undefined);
  const closed = createTcpServer();
  const ports = await Promise.all([server, selfSigned, closed].map(listen));
  closed.close();
  const [port, tlsPort, closedPort] = ports;
  return {
    addresses: {
      server: `http://127.0.0.1:${port}`,
      'not-tls': `https://127.0.0.1:${port}`,
      'self-signed': `https://127.0.0.1:${tlsPort}`,
      closed: `http://127.0.0.1:${closedPort}`,
    },
    async close() {
      server.closeAllConnections();
      selfSigned.closeAllConnections();
      await Promise.all([server, selfSigned].map((one) => once(one.close(), 'close')));
    },
  };
}

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port; // a TCP server that listens has such an address
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  seenChallenges: Set<string>,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const [, path = '', ...rest] = url.pathname.split('/');
  if (rest[0] === 'files') {
    sendFile(path, response);
    return;
  }
  const query = request.method === 'POST' ? await text(request) : url.search;
  const parameters = Object.fromEntries(new URLSearchParams(query));
  const isAsked = rest.join('/') === 'api/1.3/' && isGood(parameters, seenChallenges);
  const type = parameters['type'] ?? '';
  const fields = isAsked ? fieldsFor(path, type, parameters) : refused('bad-request');
  const signed = signedAnswer(path, type, parameters, fields);
  const fault = type === 'login' ? loginFaults[path] : undefined;
  if (fault === undefined) send(response, signed);
  else fault(response, signed);
}

function refused(reason: string): Readonly<Record<string, unknown>> {
  return { success: false, code: 400, message: 'No.', reason };
}

/** Whether a client sends what the protocol requires, with a fresh challenge. */
function isGood(given: Readonly<Record<string, string>>, seen: Set<string>): boolean {
  const { type, challenge = '', name, ownerid, keys } = given;
  const isFresh = /^[A-Za-z0-9_-]{43}$/.test(challenge) && !seen.has(challenge);
  seen.add(challenge);
  const isOurs = name === application.name && ownerid === application.ownerid;
  if (!isFresh || !isOurs || keys !== keyId.slice(0, 16)) return false;
  if (type === 'init') return given['ver'] === '1.0';
  if (!/^session-\d$/.test(given['sessionid'] ?? '')) return false;
  if (type === 'file') return given['fileid'] === file.id;
  return (
    type === 'login' && given['username'] === login.username && given['pass'] === login.password
  );
}

/** `session-1` is the first session, and `session-2` its replacement. */
const sessions = new Map<string, number>();

function fieldsFor(
  path: string,
  type: string,
  { sessionid }: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  if (type === 'init') {
    if (path === 'init-refused') return refused('update-required');
    const number = path.startsWith('session-gone') ? ((sessions.get(path) ?? 0) % 2) + 1 : 1;
    sessions.set(path, number);
    return { success: true, sessionid: `session-${number}` };
  }
  if (type === 'file') return path === 'file-refused' ? refused('file-unknown') : offeredFile(path);
  if (path === 'refused') return refused('bad-credentials');
  if (path === 'session-gone-always') return refused('session-gone');
  if (path === 'session-gone-once' && sessionid === 'session-1') return refused('session-gone');
  return { success: true, ...contents.login, info: { ...info, username: login.username } };
}

function offeredFile(path: string): Readonly<Record<string, unknown>> {
  const content = path === 'empty-file' ? Buffer.alloc(0) : fileContent;
  const download = path === 'file-elsewhere' ? 'https://elsewhere.invalid/x' : `/files/${path}`;
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { success: true, size: content.length, sha256, download };
}

function signedAnswer(
  path: string,
  type: string,
  { challenge }: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, unknown>>,
): Signed {
  const isLogin = type === 'login';
  const large = isLogin && path === 'large' ? { later: 'x'.repeat(1_500_000) } : {};
  const echoed = isLogin && path === 'replayed' ? oldChallenge : challenge;
  const { name, ownerid } = application;
  const body = Buffer.from(
    JSON.stringify({ ...fields, ...large, ownerid, challenge: echoed, type, name }),
  );
  const isForged = (isLogin && path === 'forged') || (type === 'init' && path === 'init-forged');
  const timestamp = String(nowSeconds);
  const signature = signAnswer(isForged ? strangerKey : serviceKey, timestamp, body);
  return {
    body,
    headers: { 'x-signature-timestamp': timestamp, 'x-signature-ed25519': signature },
  };
}

function send(response: ServerResponse, { body, headers }: Signed): void {
  response.writeHead(200, {
    ...headers,
    'content-type': 'application/json',
    'content-length': body.length,
  });
  response.end(body);
}

function sendFile(path: string, response: ServerResponse): void {
  const fault = fileFaults[path];
  if (fault !== undefined) {
    fault(response, fileContent);
    return;
  }
  const content = path === 'empty-file' ? Buffer.alloc(0) : fileContent;
  if (path !== 'chunked') response.setHeader('content-length', content.length);
  response.end(content);
}

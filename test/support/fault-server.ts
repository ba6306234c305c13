// A server that answers each path with a specific fault and records the requests. As a proxy it
// serves the same paths and answers each tunnel with 407. It has no timers: it answers immediately,
// after another request, or never.
import { EventEmitter } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { makeSelfSigned } from '../adapters/self-signed.ts';

/** The origins of the server, without a trailing slash. */
export interface FaultAddresses {
  readonly plain: string;
  /** The same server under another name. */
  readonly otherName: string;
  /** TLS with an untrusted certificate. */
  readonly selfSigned: string;
  /** An https:// address of a server that speaks plain HTTP. */
  readonly notTls: string;
  /** A closed port. */
  readonly closed: string;
}

export interface FaultServer {
  readonly addresses: FaultAddresses;
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
}

interface Asked {
  readonly method: string;
  readonly target: string;
  readonly headers: string;
  readonly body: string;
  readonly connection: number;
  /** The number of the request on the whole server. */
  readonly serial: number;
}

type Behaviour = (socket: Socket, asked: Asked) => void;

const mebibyte = 1024 * 1024;
const head = (status: string, ...lines: readonly string[]) =>
  `HTTP/1.1 ${status}\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
const whole = (status: string, body: string | Buffer, ...lines: readonly string[]) =>
  Buffer.concat([
    Buffer.from(head(status, `Content-Length: ${Buffer.byteLength(body)}`, ...lines)),
    Buffer.from(body),
  ]);
const answer =
  (status: string, body: string | Buffer, ...lines: readonly string[]): Behaviour =>
  (socket) =>
    socket.write(whole(status, body, ...lines));
const redirect = (status: string, location: string) => answer(status, '', `Location: ${location}`);
const json = 'Content-Type: application/json';

const gzipped = gzipSync('{"success":true}');

function endless(socket: Socket): void {
  socket.write(head('200 OK', 'Transfer-Encoding: chunked'));
  const chunk = Buffer.concat([
    Buffer.from('10000\r\n'),
    Buffer.alloc(65_536, 'x'),
    Buffer.from('\r\n'),
  ]);
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

const behaviours: Readonly<Record<string, Behaviour>> = {
  '/json': answer('200 OK', '{"success":true}', json, 'X-Mixed-CASE: Kept As It Is'),
  '/bad-request': answer('400 Bad Request', '{"success":false}', json),
  '/server-error': answer('500 Internal Server Error', '{"success":false}', json),
  '/html': answer('200 OK', '<!doctype html><title>Log in</title>', 'Content-Type: text/html'),
  '/no-content': (socket) => socket.write(head('204 No Content')),
  '/gzip': answer('200 OK', gzipped, json, 'Content-Encoding: gzip'),
  '/gzip-bomb': answer('200 OK', gzipSync(Buffer.alloc(64 * mebibyte)), 'Content-Encoding: gzip'),
  '/gzip-broken': answer('200 OK', 'this is not gzip', 'Content-Encoding: gzip'),
  '/gzip-half': answer('200 OK', gzipped.subarray(0, -9), 'Content-Encoding: gzip'),
  '/mebibyte': answer('200 OK', Buffer.alloc(mebibyte, 'x')),
  // The type is JSON, because Chromium sniffs other types and waits for more bytes.
  '/over-declared': (socket) =>
    socket.write(head('200 OK', `Content-Length: ${mebibyte + 1}`, json)),
  '/over-chunked': endless,
  '/over-gzip-chunked': answer(
    '200 OK',
    gzipSync(Buffer.alloc(mebibyte + 1, 'x')),
    'Content-Encoding: gzip',
  ),
  '/reset': (socket) => socket.resetAndDestroy(),
  '/closed': (socket) => socket.end(),
  '/half-length': (socket) => socket.end(`${head('200 OK', 'Content-Length: 100')}{"success":true`),
  '/half-chunked': (socket) =>
    socket.end(`${head('200 OK', 'Transfer-Encoding: chunked')}10\r\n{"success":true}\r\n`),
  // Chromium accepts truncated headers over plain HTTP; only the declared length reveals them.
  '/half-head': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\nX-Sig'),
  '/silent': () => undefined,
  '/stalled-head': (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Le'),
  '/stalled-body': (socket) => socket.write(`${head('200 OK', 'Content-Length: 100', json)}{"suc`),
  '/redirect-301': redirect('301 Moved Permanently', '/redirect-target'),
  '/redirect-302': redirect('302 Found', '/redirect-target'),
  '/redirect-303': redirect('303 See Other', '/redirect-target'),
  '/redirect-307': redirect('307 Temporary Redirect', '/redirect-target'),
  '/redirect-308': redirect('308 Permanent Redirect', '/redirect-target'),
  '/redirect-300': redirect('300 Multiple Choices', '/redirect-target'),
  '/redirect-out': redirect('302 Found', 'http://elsewhere.invalid/redirect-target'),
  '/proxy-asks': answer(
    '407 Proxy Authentication Required',
    '',
    'Proxy-Authenticate: Basic realm="x"',
  ),
  '/server-asks': answer('401 Unauthorized', '{}', json, 'WWW-Authenticate: Basic realm="test"'),
  '/no-http': (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\nnot what was asked for\r\n'),
  '/two-lengths': (socket) =>
    socket.end(`${head('200 OK', 'Content-Length: 2', 'Content-Length: 5')}{}...`),
  '/huge-head': answer('200 OK', '', `X-Long: ${'x'.repeat(300 * 1024)}`),
  '/cacheable': (socket, asked) =>
    socket.write(whole('200 OK', JSON.stringify(asked), 'Cache-Control: max-age=3600')),
  '/set-cookie': answer('200 OK', '{}', 'Set-Cookie: seen=1; Path=/; Max-Age=3600'),
  '/echo': (socket, asked) => socket.write(whole('200 OK', JSON.stringify(asked), json)),
};

const movedTo: Readonly<Record<string, string>> = {
  '/redirect-302': '/redirect-target',
  '/redirect-out': 'https://elsewhere.invalid/redirect-target',
  '/redirect-down': 'http://127.0.0.1/redirect-target',
};

export async function startFaultServer(): Promise<FaultServer> {
  const asked: string[] = [];
  const events = new EventEmitter().setMaxListeners(0);
  const closedTargets = new Set<string>();
  const sockets = new Set<Socket>();
  let connections = 0;
  let requests = 0;

  /** `/once-asked/x` answers after a request for `/x`, `/once-closed/x` after its close. */
  const later = (socket: Socket, target: string): boolean => {
    const [, kind, name] = /^\/(once-asked|once-closed)(\/.+)$/.exec(target) ?? [];
    if (kind === undefined || name === undefined) return false;
    const happened = kind === 'once-asked' ? asked.includes(name) : closedTargets.has(name);
    const respond = () => socket.write(whole('200 OK', '{}', json));
    if (happened) respond();
    else events.once(`${kind}${name}`, respond);
    return true;
  };

  const serve = (socket: Socket) => {
    const connection = ++connections;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    readRequests(socket, (parts) => {
      const request: Asked = { ...parts, connection, serial: ++requests };
      if (request.method === 'CONNECT') {
        socket.end(
          head('407 Proxy Authentication Required', 'Proxy-Authenticate: Basic realm="x"'),
        );
        return;
      }
      const path = request.target.replace(/^http:\/\/[^/]+/, '').replace(/\?.*$/, '');
      socket.on('close', () => {
        closedTargets.add(path);
        events.emit(`once-closed${path}`);
      });
      if (later(socket, path)) return;
      const counted = /^\/times-asked(\/.+)$/.exec(path)?.[1];
      if (counted !== undefined) {
        const times = asked.filter((one) => one === counted).length;
        socket.write(whole('200 OK', String(times)));
        return;
      }
      (behaviours[path] ?? answer('404 Not Found', '{}'))(socket, request);
      asked.push(path);
      events.emit(`once-asked${path}`);
    });
  };

  const plain = createServer(serve);
  const selfSigned = createTlsServer(makeSelfSigned(), (request, response) => {
    const location = movedTo[request.url ?? ''];
    if (location !== undefined) response.writeHead(302, { location });
    response.end('{}');
  });
  selfSigned.on('tlsClientError', () => undefined);
  const notTls = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(whole('400 Bad Request', '')));
  });
  const closed = createServer();
  const [plainPort, tlsPort, notTlsPort, closedPort] = await Promise.all([
    listen(plain),
    listen(selfSigned),
    listen(notTls),
    listen(closed),
  ]);
  await stop(closed);
  return {
    asked,
    addresses: {
      plain: `http://127.0.0.1:${plainPort}`,
      otherName: `http://localhost:${plainPort}`,
      selfSigned: `https://127.0.0.1:${tlsPort}`,
      notTls: `https://127.0.0.1:${notTlsPort}`,
      closed: `http://127.0.0.1:${closedPort}`,
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      selfSigned.closeAllConnections();
      await Promise.all([stop(plain), stop(selfSigned), stop(notTls)]);
    },
  };
}

function readRequests(
  socket: Socket,
  take: (asked: Omit<Asked, 'connection' | 'serial'>) => void,
): void {
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
    for (;;) {
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const headers = received.slice(0, end);
      const length = Number(/^content-length: *(\d+)/im.exec(headers)?.[1] ?? 0);
      if (received.length < end + 4 + length) return;
      const body = received.slice(end + 4, end + 4 + length);
      received = received.slice(end + 4 + length);
      const [method = '', target = ''] = headers.split(' ', 2);
      take({ method, target, headers: headers.toLowerCase(), body });
    }
  });
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port; // a TCP server that listens has such an address
}

async function stop(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}

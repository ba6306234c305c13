// Behaviours of the fault server by path. Each writes one exact answer or fault to the socket.
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

export interface ReceivedRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: string;
  readonly body: string;
  readonly connection: number;
  /** The number of the request, counted over the whole server. */
  readonly serial: number;
}

type Behaviour = (socket: Socket, request: ReceivedRequest) => void;

const mebibyte = 1024 * 1024;
export const head = (status: string, ...lines: readonly string[]) =>
  `HTTP/1.1 ${status}\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
export const whole = (status: string, body: string | Buffer, ...lines: readonly string[]) =>
  Buffer.concat([
    Buffer.from(head(status, `Content-Length: ${Buffer.byteLength(body)}`, ...lines)),
    Buffer.from(body),
  ]);
export const answer =
  (status: string, body: string | Buffer, ...lines: readonly string[]): Behaviour =>
  (socket) =>
    socket.write(whole(status, body, ...lines));
const redirect = (status: string, location: string) => answer(status, '', `Location: ${location}`);
export const json = 'Content-Type: application/json';

const gzipped = gzipSync('{"success":true}');

/** Resets the connection when the bytes have left this process. */
function thenReset(part: string | Buffer): Behaviour {
  return (socket) => void socket.write(part, () => socket.resetAndDestroy());
}

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

export const behaviours: Readonly<Record<string, Behaviour>> = {
  '/json': answer('200 OK', '{"success":true}', json, 'X-Mixed-CASE: Kept As It Is'),
  '/language': (socket, { headers }) =>
    socket.write(whole('200 OK', /^accept-language: *(.*?)\r?$/m.exec(headers)?.[1] ?? '')),
  '/bad-request': answer('400 Bad Request', '{"success":false}', json),
  '/server-error': answer('500 Internal Server Error', '{"success":false}', json),
  '/html': answer('200 OK', '<!doctype html><title>Log in</title>', 'Content-Type: text/html'),
  '/no-content': (socket) => socket.write(head('204 No Content')),
  '/gzip': answer('200 OK', gzipped, json, 'Content-Encoding: gzip'),
  '/gzip-bomb': answer('200 OK', gzipSync(Buffer.alloc(64 * mebibyte)), 'Content-Encoding: gzip'),
  '/gzip-broken': answer('200 OK', 'this is not gzip', 'Content-Encoding: gzip'),
  '/gzip-half': answer('200 OK', gzipped.subarray(0, -9), 'Content-Encoding: gzip'),
  '/mebibyte': answer('200 OK', Buffer.alloc(mebibyte, 'x')),
  // JSON here and in /stalled-body, because Chromium sniffs other types and waits for more bytes.
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
  // Over plain HTTP, Chromium accepts truncated headers. Only the declared length shows the fault.
  '/half-head': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\nX-Sig'),
  '/reset-head': thenReset('HTTP/1.1 200 OK\r\nContent-Length: 100\r\nX-Sig'),
  '/reset-length': thenReset(`${head('200 OK', 'Content-Length: 100', json)}{"success":true`),
  '/reset-chunked': thenReset(
    `${head('200 OK', 'Transfer-Encoding: chunked', json)}10\r\n{"success":true}\r\n`,
  ),
  '/reset-gzip': thenReset(
    Buffer.concat([
      Buffer.from(head('200 OK', 'Content-Length: 100', 'Content-Encoding: gzip', json)),
      gzipped.subarray(0, -9),
    ]),
  ),
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
  '/no-chunk-size': (socket) =>
    socket.end(`${head('200 OK', 'Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n`),
  '/two-lengths': (socket) =>
    socket.end(`${head('200 OK', 'Content-Length: 2', 'Content-Length: 5')}{}...`),
  '/huge-head': answer('200 OK', '', `X-Long: ${'x'.repeat(300 * 1024)}`),
  '/cacheable': (socket, request) =>
    socket.write(whole('200 OK', JSON.stringify(request), 'Cache-Control: max-age=3600')),
  '/set-cookie': answer('200 OK', '{}', 'Set-Cookie: seen=1; Path=/; Max-Age=3600'),
  '/echo': (socket, request) => socket.write(whole('200 OK', JSON.stringify(request), json)),
};

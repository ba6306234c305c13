// The faults of the server for the vectors of HTTP. Signed answers come from fault-server.ts.
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

export interface Signed {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

type LoginFault = (response: ServerResponse, signed: Signed) => void;
type FileFault = (response: ServerResponse, content: Buffer) => void;

const html = { 'content-type': 'text/html' };

function plain(status: number, body: string, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => {
    response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
    response.end(body);
  };
}

/** Writes to the connection, past the rules of the HTTP module. */
function raw(bytes: string, then: 'end' | 'reset' | 'wait') {
  return (response: ServerResponse) => {
    const { socket } = response;
    if (socket === null) return;
    if (then === 'end') socket.end(bytes);
    else if (bytes === '') socket.resetAndDestroy();
    // The client must see the bytes before the reset.
    else if (then === 'reset') socket.write(bytes, () => setTimeout(() => reset(socket), 50));
    else socket.write(bytes);
  };
}

function reset(socket: NonNullable<ServerResponse['socket']>): void {
  if (!socket.destroyed) socket.resetAndDestroy();
}

/** Writes until the client closes the connection. */
function endless(response: ServerResponse): void {
  const chunk = Buffer.alloc(65_536, 'x');
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}

/** Writes one byte at a time, so that no read ever waits for long. */
function dripping(first: string, next: string) {
  return ({ socket }: ServerResponse) => {
    if (socket === null) return;
    socket.write(first);
    const timer = setInterval(() => socket.write(next), 50);
    socket.on('close', () => clearInterval(timer));
    socket.on('error', () => undefined);
  };
}

function gzipped({ body, headers }: Signed, response: ServerResponse): void {
  const compressed = gzipSync(body);
  response.writeHead(200, { ...headers, 'content-encoding': 'gzip' });
  response.end(compressed);
}

const ok = 'HTTP/1.1 200 OK\r\n';
const declared = `${ok}Content-Length: 1000\r\n\r\n`;
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n10\r\n{"success":true}\r\n`;

export const loginFaults: Readonly<Record<string, LoginFault>> = {
  chunked: (response, { body, headers }) => {
    response.writeHead(200, headers);
    response.write(body.subarray(0, 7));
    response.end(body.subarray(7));
  },
  gzip: (response, signed) => gzipped(signed, response),
  'header-case': (response, { body, headers }) => {
    const names = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]);
    response.writeHead(200, Object.fromEntries(names) as Record<string, string>); // pairs of texts
    response.end(body);
  },
  'content-type': (response, { body, headers }) => {
    response.writeHead(200, { ...headers, ...html });
    response.end(body);
  },
  unsigned: (response, { body }) => response.end(body),
  'gzip-bomb': (response, signed) =>
    gzipped({ ...signed, body: Buffer.alloc(64 * 1024 * 1024) }, response),
  'gzip-broken': plain(200, 'this is not gzip', { 'content-encoding': 'gzip' }),
  endless,
  'no-http': raw('SSH-2.0-OpenSSH_9.6\r\nnot what was asked for\r\n', 'end'),
  'not-found': plain(404, '<html>404</html>', html),
  html: plain(200, '<html>Welcome to the hotel</html>', html),
  'redirect-301': plain(301, '', { location: '/good/api/1.3/' }),
  'redirect-302': plain(302, '', { location: '/good/api/1.3/' }),
  'redirect-307': plain(307, '', { location: '/good/api/1.3/' }),
  'redirect-out': plain(302, '', { location: 'http://elsewhere.invalid/' }),
  'network-sign-in': plain(511, '<html>', html),
  'proxy-asks': plain(407, ''),
  fault: plain(500, '{"success":true}'),
  'signed-fault': (response, { body, headers }) => {
    response.writeHead(503, headers);
    response.end(body);
  },
  overload: plain(429, 'slow down'),
  reset: raw('', 'reset'),
  ended: raw('', 'end'),
  'half-length': raw(`${declared}{"success":true`, 'end'),
  'half-chunked': raw(chunked, 'end'),
  'reset-body': raw(`${declared}{"success":true`, 'reset'),
  silent: () => undefined,
  'stalled-head': raw(`${ok}Content-Le`, 'wait'),
  'stalled-body': raw(`${declared}{"suc`, 'wait'),
  'dripping-head': dripping(`${ok}X-Long: `, 'x'),
  'dripping-body': dripping(`${ok}Content-Length: 1000000\r\n\r\n{"x":"`, 'x'),
};

export const fileFaults: Readonly<Record<string, FileFault>> = {
  'file-damaged': (response, content) => {
    response.end(content.map((byte, at) => (at === 100_000 ? byte ^ 1 : byte)));
  },
  'file-short': (response, content) => response.end(content.subarray(0, -1)),
  'file-long': (response, content) => response.end(Buffer.concat([content, Buffer.from('x')])),
  'file-endless': endless,
  'file-missing': plain(404, '{"success":false}'),
  'file-fault': plain(503, '{"success":false}'),
  'file-cut': raw(`${ok}Content-Length: 200000\r\n\r\nlatchkey`, 'end'),
  'file-stalled': raw(`${ok}Content-Length: 200000\r\n\r\nlatchkey`, 'wait'),
  'file-redirect': plain(302, '', { location: '/good/files/good' }),
};

// HTTP adapters for Node. They follow no redirects, store no cookies and ignore system proxies.
import * as http from 'node:http';
import * as https from 'node:https';
import { type Duplex, pipeline, type Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import type { Downloads } from './ports.ts';
import type { Http, HttpFault, HttpRequest } from './ports.ts';
import {
  type DownloadLimits,
  type Exchange,
  faultOfBody,
  type HttpLimits,
  resumeHeaders,
  runDownload,
  runExchange,
} from './http-exchange.ts';

export function createNodeHttp(limits: HttpLimits = {}): Http {
  const agents = keepAliveAgents();
  const defaultHeaders = { 'accept-encoding': 'gzip, deflate, br' };
  return {
    send: (request) =>
      runExchange(request, limits, (exchange) =>
        startRequest(agents, request, defaultHeaders, exchange),
      ),
  };
}

export function createNodeDownloads(limits: DownloadLimits = {}): Downloads {
  const agents = keepAliveAgents();
  return {
    get: (request) => {
      const headers = { 'accept-encoding': 'identity', ...resumeHeaders(request) };
      return runDownload(request, limits, (exchange) =>
        startRequest(agents, { method: 'GET', url: request.url }, headers, exchange),
      );
    },
  };
}

interface Agents {
  readonly 'http:': http.Agent;
  readonly 'https:': https.Agent;
}

function keepAliveAgents(): Agents {
  return {
    'http:': reuseReadBuffer(new http.Agent({ keepAlive: true })),
    'https:': reuseReadBuffer(new https.Agent({ keepAlive: true })),
  };
}

const readBufferBytes = 64 * 1024;

/**
 * Makes each connection reuse one read buffer, because a buffer for each read leaves tens of
 * megabytes to the garbage collector. Reuse is safe, because the HTTP parser copies the body.
 */
function reuseReadBuffer<Kind extends http.Agent>(agent: Kind): Kind {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, done) => {
    const onread = {
      buffer: Buffer.allocUnsafeSlow(readBufferBytes),
      callback: (bytes: number, buffer: Uint8Array): boolean => {
        connection?.emit('data', buffer.subarray(0, bytes));
        return true;
      },
    };
    const connectOptions = { ...options, onread };
    const connection = connect(connectOptions, done);
    return connection;
  };
  return agent;
}

function startRequest(
  agents: Agents,
  { method, url, body, newConnection = false }: Omit<HttpRequest, 'signal'>,
  defaultHeaders: Readonly<Record<string, string>>,
  exchange: Exchange,
): () => void {
  const isHttps = url.startsWith('https:');
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const request = (isHttps ? https : http).request(url, {
    method,
    // `false` opens a connection for this request only.
    agent: newConnection ? false : agents[isHttps ? 'https:' : 'http:'],
    headers: {
      ...defaultHeaders,
      ...(body === undefined ? {} : { ...form, 'content-length': Buffer.byteLength(body) }),
    },
  });
  request.on('error', (error) => exchange.fault(faultOf(error)));
  // Without a listener, an unrequested upgrade would never settle the exchange.
  request.on('upgrade', (_response, socket) => {
    socket.destroy();
    exchange.fault('malformed');
  });
  request.on('response', (response) => {
    exchange.head(response.statusCode ?? 0, definedOnly(response.headers));
    const decoded = decode(response);
    // A decoder writes several pieces into one buffer, so no piece may be freed.
    const lent = decoded === response ? undefined : 'lent';
    decoded.on('data', (piece: Buffer) => exchange.piece(piece, lent));
    decoded.on('end', () => exchange.end());
    decoded.on('error', (error) => exchange.fault(faultOfBody(faultOf(error))));
  });
  request.end(body);
  return () => request.destroy();
}

function definedOnly(headers: http.IncomingHttpHeaders): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}

function decode(response: http.IncomingMessage): Readable {
  const decoder = decoderFor(response.headers['content-encoding']?.trim().toLowerCase());
  // The decoder emits 'error' for faults of either stream.
  return decoder === null ? response : pipeline(response, decoder, () => undefined);
}

function decoderFor(coding = 'identity'): Duplex | null {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'deflate':
      return zlib.createInflate();
    case 'br':
      return zlib.createBrotliDecompress();
    default:
      return null;
  }
}

const faultByCode: Readonly<Record<string, HttpFault>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  EAI_NONAME: 'dns',
  ECONNREFUSED: 'refused-connection',
  EACCES: 'refused-connection',
  EPERM: 'refused-connection',
  ENETUNREACH: 'offline',
  ENETDOWN: 'offline',
  EHOSTUNREACH: 'offline',
  EHOSTDOWN: 'offline',
  EADDRNOTAVAIL: 'offline',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'broken-off',
  ECONNABORTED: 'broken-off',
  EPIPE: 'broken-off',
  ERR_STREAM_PREMATURE_CLOSE: 'broken-off',
  HPE_INVALID_EOF_STATE: 'broken-off',
  HPE_HEADER_OVERFLOW: 'too-large',
  EPROTO: 'tls',
};

/** Source: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const tlsErrorCode =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|HOSTNAME_MISMATCH|ERROR_IN_C)/;

/** The other codes of the HTTP parser and of zlib mean a malformed answer. So do unknown codes. */
function faultOf(error: Error): HttpFault {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (tlsErrorCode.test(code)) return 'tls';
  return faultByCode[code] ?? 'malformed';
}

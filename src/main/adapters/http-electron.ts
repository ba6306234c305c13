// Sends HTTP requests through Electron's network stack, which uses the system's proxy, certificates
// and name resolution. Follows no redirect and stores no cookie. Use it after app 'ready'.
import { net, type Session, session } from 'electron';
import type { Downloads } from '@latchkey/client/ports.ts';
import type { Http, HttpFault, HttpRequest } from '@latchkey/client/ports.ts';
import {
  type DownloadLimits,
  type Exchange,
  faultOfBody,
  faultOfRedirect,
  type HttpLimits,
  resumeHeaders,
  runDownload,
  runExchange,
} from '@latchkey/client/http-exchange.ts';

interface SessionParts {
  /** Returns the session of that name. By default, sessions are in memory. */
  readonly sessionOf?: (name: string) => Session;
}

export interface ElectronHttpParts extends HttpLimits, SessionParts {
  /** The user's language, such as `de`. Without it, Chromium sends the system's languages. */
  readonly language?: () => string;
  /** Receives Chromium's name of each error, such as `CONNECTION_RESET`. */
  readonly onNetworkError?: (name: string) => void;
}
export interface ElectronDownloadParts extends DownloadLimits, SessionParts {}

/** Reuses connections, except for requests with `newConnection`, which must not be sent twice. */
export function createElectronHttp(parts: ElectronHttpParts = {}): Http {
  const { sessionOf = inMemory, language, onNetworkError } = parts;
  const headers = (): Readonly<Record<string, string>> =>
    language === undefined ? {} : { 'accept-language': language() };
  const own = sessionOf('service');
  const idle: Session[] = [];
  let created = 0;
  return {
    async send(request) {
      if (request.newConnection !== true)
        return runExchange(request, parts, (exchange) =>
          begin(own, request, exchange, headers(), onNetworkError),
        );
      const dedicatedSession = idle.pop() ?? sessionOf(`service-alone-${(created += 1)}`);
      try {
        return await runExchange(request, parts, (exchange) =>
          beginOnDedicatedSession(dedicatedSession, request, exchange, headers()),
        );
      } finally {
        idle.push(dedicatedSession);
      }
    },
  };
}

/** Shares the session of `createElectronHttp`, so that both use the same proxy. */
export function createElectronDownloads(parts: ElectronDownloadParts = {}): Downloads {
  const { sessionOf = inMemory } = parts;
  const own = sessionOf('service');
  return {
    get: (request) =>
      runDownload(request, parts, (exchange) =>
        // Chromium decodes only encodings that it offered, and it offers none for a range request.
        begin(own, { method: 'GET', url: request.url }, exchange, resumeHeaders(request)),
      ),
  };
}

/** Electron keeps a partition without the prefix `persist:` in memory. */
function inMemory(name: string): Session {
  return session.fromPartition(name, { cache: false });
}

/**
 * Chromium resends a request of any method when an idle connection, used or not, closes before the
 * answer (HttpNetworkTransaction::ShouldResendRequest), so all connections are closed first.
 */
function beginOnDedicatedSession(
  dedicatedSession: Session,
  request: HttpRequest,
  exchange: Exchange,
  headers: Readonly<Record<string, string>>,
): () => void {
  let stopped = false;
  let stop = () => {};
  void dedicatedSession.closeAllConnections().then(
    () => {
      if (!stopped) stop = begin(dedicatedSession, request, exchange, headers);
    },
    () => exchange.fault('broken-off'),
  );
  return () => {
    stopped = true;
    stop();
  };
}

function begin(
  own: Session,
  { method, url, body }: Omit<HttpRequest, 'signal'>,
  exchange: Exchange,
  headers: Readonly<Record<string, string>> = {},
  onNetworkError: (name: string) => void = () => undefined,
): () => void {
  const request = net.request({
    method,
    url,
    session: own,
    redirect: 'manual',
    credentials: 'omit',
  });
  // Reported here, before Electron reports the cancelled request as an error.
  request.on('redirect', (_status, _method, to) => exchange.fault(faultOfRedirect(url, to)));
  // SECURITY: never sends credentials; the 401 or 407 of a server or proxy is the answer.
  request.on('login', (_asker, answer) => answer());
  request.on('error', (error) => {
    onNetworkError(nameOf(error));
    exchange.fault(faultOf(error));
  });
  request.on('response', (response) => {
    exchange.head(response.statusCode, response.headers);
    response.on('data', (piece) => exchange.piece(piece));
    response.on('end', () => exchange.end());
    response.on('error', (error) => {
      onNetworkError(nameOf(error));
      exchange.fault(faultOfBody(faultOf(error)));
    });
  });
  for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
  if (body !== undefined) request.setHeader('content-type', 'application/x-www-form-urlencoded');
  request.end(body);
  return () => request.abort();
}

/** Chromium's codes from net/base/net_error_list.h; the first match applies. */
const faults: readonly (readonly [RegExp, HttpFault])[] = [
  [/^(PROXY_|TUNNEL_|UNEXPECTED_PROXY_AUTH|MANDATORY_PROXY_)/, 'proxy-auth'],
  [/^(CERT_|SSL_|BAD_SSL_|CERTIFICATE_)/, 'tls'],
  [/^(NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|DNS_|ICANN_NAME_COLLISION)/, 'dns'],
  [/^(INTERNET_DISCONNECTED|ADDRESS_UNREACHABLE|ADDRESS_INVALID)/, 'offline'],
  [/^(CONNECTION_REFUSED|NETWORK_ACCESS_DENIED|CONNECTION_FAILED)/, 'refused-connection'],
  [/^(TIMED_OUT|CONNECTION_TIMED_OUT)/, 'timeout'],
  [/^RESPONSE_HEADERS_TOO_BIG/, 'too-large'],
  [/^(CONNECTION_(RESET|CLOSED|ABORTED)|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/, 'broken-off'],
  [/^(RESPONSE_HEADERS_TRUNCATED|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED)/, 'broken-off'],
  [/^(NETWORK_CHANGED|NETWORK_IO_SUSPENDED|HTTP2_PING_FAILED)/, 'broken-off'],
];

/** Other codes, such as INVALID_HTTP_RESPONSE, mean a malformed answer. So do unknown codes. */
function faultOf(error: Error): HttpFault {
  const name = nameOf(error);
  return faults.find(([pattern]) => pattern.test(name))?.[1] ?? 'malformed';
}

function nameOf(error: Error): string {
  return /net::ERR_([A-Z0-9_]+)/.exec(error.message)?.[1] ?? '';
}

// Request logic that the HTTP adapters share: timeouts, abort, redirects and size limit.
// SECURITY: this code must never put a URL into an error or a log.
import type { DownloadOutcome, DownloadRequest } from './ports.ts';
import { freeBuffer } from '@latchkey/protocol/release/free-buffer.ts';
import {
  type HttpFault,
  type HttpOutcome,
  type HttpRequest,
  maxBodyBytes,
  headersWithinMs as defaultHeadersWithinMs,
} from './ports.ts';

/** Events that an adapter reports. Events after the first outcome are ignored. */
export interface Exchange {
  readonly head: (status: number, headers: Readonly<Record<string, string | string[]>>) => void;
  /** A piece of the decoded body. `lent` means that the adapter reuses the buffer. */
  readonly piece: (bytes: Uint8Array, lent?: 'lent') => void;
  readonly end: () => void;
  readonly fault: (fault: HttpFault) => void;
}

export interface HttpLimits {
  /** Timeout for the response headers, in milliseconds. */
  readonly headersWithinMs?: number;
}

export interface DownloadLimits extends HttpLimits {
  /** Timeout between two pieces after the headers, in milliseconds. */
  readonly piecesWithinMs?: number;
}

const defaultPiecesWithinMs = 30_000;

/** Starts the request and returns a function that aborts it. */
export type StartRequest = (exchange: Exchange) => () => void;

export function runExchange(
  { signal, url }: Pick<HttpRequest, 'signal' | 'url'>,
  { headersWithinMs = defaultHeadersWithinMs }: HttpLimits,
  startRequest: StartRequest,
): Promise<HttpOutcome> {
  return settleOnce(
    signal,
    headersWithinMs,
    startRequest,
    (controls: Controls<Extract<HttpOutcome, { ok: true }>>) => receive(url, controls),
  );
}

/** Downloads content of any size in pieces, and limits the time between two pieces. */
export function runDownload(
  { signal, url, head, piece }: Omit<DownloadRequest, 'from'>,
  {
    headersWithinMs = defaultHeadersWithinMs,
    piecesWithinMs = defaultPiecesWithinMs,
  }: DownloadLimits,
  startRequest: StartRequest,
): Promise<DownloadOutcome> {
  return settleOnce(
    signal,
    headersWithinMs,
    startRequest,
    ({ fault, settle, restartTimeout, isSettled }) => {
      let expected: number | null = null;
      let length = 0;
      return {
        fault,
        head: (status, rawHeaders) => {
          restartTimeout(piecesWithinMs);
          const headers = lowerCaseNames(rawHeaders);
          const refused = faultOfStatus(url, status, headers);
          if (refused !== null) fault(refused);
          else if (head(status, headers)) expected = declaredLength(headers);
          else settle({ ok: true }, 'stop');
        },
        piece: (bytes, lent) => {
          // An aborted request may still deliver pieces.
          if (isSettled()) return;
          restartTimeout(piecesWithinMs);
          length += bytes.length;
          if (!piece(bytes)) settle({ ok: true }, 'stop');
          // Tens of megabytes would wait for the garbage collector. The network stack may still use
          // the piece now, so free it in the next turn of the event loop.
          if (lent === undefined) setImmediate(() => freeBuffer(bytes, bytes.buffer.byteLength));
        },
        end: () => {
          const wrong = faultOfLength(length, expected);
          if (wrong === null) settle({ ok: true });
          else fault(wrong);
        },
      };
    },
  );
}

/** Returns the headers that resume a download, or none for a new download. */
export function resumeHeaders({
  from,
}: Pick<DownloadRequest, 'from'>): Readonly<Record<string, string>> {
  return from === null ? {} : { range: `bytes=${from.bytes}-`, 'if-range': from.etag };
}

interface Controls<Success> {
  /** Resolves with `success`. `stop` also aborts the request. */
  readonly settle: (success: Success, how?: 'stop') => void;
  readonly fault: (name: HttpFault) => void;
  /** Restarts the timeout, or clears it with null. */
  readonly restartTimeout: (ms: number | null) => void;
  readonly isSettled: () => boolean;
}

/** Resolves with the first outcome and ignores all later events. */
function settleOnce<Success extends { readonly ok: true }>(
  signal: AbortSignal,
  headersWithinMs: number,
  startRequest: StartRequest,
  receive: (controls: Controls<Success>) => Exchange,
): Promise<Success | { readonly ok: false; readonly fault: HttpFault }> {
  if (signal.aborted) return Promise.resolve({ ok: false, fault: 'aborted' });
  return new Promise((resolve) => {
    let settled = false;
    let stop: (() => void) | null = null;
    let timer: NodeJS.Timeout | undefined;
    const end = (outcome: Success | { ok: false; fault: HttpFault }, stops: boolean): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      if (stops) stop?.();
      resolve(outcome);
    };
    const fault = (name: HttpFault): void => end({ ok: false, fault: name }, true);
    const restartTimeout = (ms: number | null): void => {
      clearTimeout(timer);
      if (ms !== null && !settled) timer = setTimeout(() => fault('timeout'), ms);
    };
    const onAbort = (): void => fault('aborted');
    restartTimeout(headersWithinMs);
    signal.addEventListener('abort', onAbort, { once: true });
    const settle: Controls<Success>['settle'] = (success, how) => end(success, how === 'stop');
    stop = startRequest(receive({ settle, fault, restartTimeout, isSettled: () => settled }));
    // `startRequest` may have settled before `stop` was set. TypeScript assumes that `settled` is
    // false.
    if (settled as boolean) stop();
  });
}

function receive(
  url: string,
  { fault, settle, restartTimeout }: Controls<Extract<HttpOutcome, { ok: true }>>,
): Exchange {
  const pieces: Uint8Array[] = [];
  let length = 0;
  let head: { status: number; headers: Readonly<Record<string, string>> } | null = null;

  return {
    fault,
    head: (status, rawHeaders) => {
      restartTimeout(null);
      const headers = lowerCaseNames(rawHeaders);
      head = { status, headers };
      const refused = faultOfHead(url, status, headers);
      if (refused !== null) fault(refused);
    },
    piece: (bytes) => {
      length += bytes.length;
      // SECURITY: count decoded bytes, so that a decompression bomb is stopped.
      if (length > maxBodyBytes) fault('too-large');
      else pieces.push(bytes);
    },
    end: () => {
      if (head === null) {
        fault('broken-off');
        return;
      }
      const wrong = faultOfLength(length, declaredLength(head.headers));
      if (wrong !== null) fault(wrong);
      else settle({ ok: true, ...head, body: new Uint8Array(Buffer.concat(pieces)) });
    },
  };
}

function faultOfHead(
  url: string,
  status: number,
  headers: Readonly<Record<string, string>>,
): HttpFault | null {
  const refused = faultOfStatus(url, status, headers);
  if (refused !== null) return refused;
  return (declaredLength(headers) ?? 0) > maxBodyBytes ? 'too-large' : null;
}

function faultOfStatus(
  url: string,
  status: number,
  headers: Readonly<Record<string, string>>,
): HttpFault | null {
  if (status === 407) return 'proxy-auth';
  const location = headers['location'];
  const redirects = status >= 300 && status <= 399 && location !== undefined;
  return redirects ? faultOfRedirect(url, location) : null;
}

/** Captive portals redirect to http or another host, because they lack the certificate. */
export function faultOfRedirect(from: string, to: string): HttpFault {
  try {
    const [source, target] = [new URL(from), new URL(to, from)];
    const isHttps = target.protocol === 'https:' && source.protocol === 'https:';
    return isHttps && target.hostname === source.hostname ? 'redirect' : 'led-away';
  } catch {
    return 'redirect'; // an invalid URL
  }
}

/**
 * Returns the fault to report after `fault` interrupted the body of an answer. The request has
 * arrived, so the result must not claim that the service was not reached.
 */
export function faultOfBody(fault: HttpFault): HttpFault {
  return fault === 'malformed' || fault === 'too-large' ? fault : 'broken-off';
}

/** The fault of a body that ended after `length` bytes; null if it has the declared length. */
function faultOfLength(length: number, declared: number | null): HttpFault | null {
  if (declared === null || length === declared) return null;
  return length < declared ? 'broken-off' : 'malformed';
}

/** Length of the decoded body in bytes, or null if unknown, as for a compressed body. */
function declaredLength(headers: Readonly<Record<string, string>>): number | null {
  const length = headers['content-length'];
  const encoded = (headers['content-encoding'] ?? 'identity') !== 'identity';
  return length === undefined || encoded ? null : Number(length);
}

function lowerCaseNames(
  headers: Readonly<Record<string, string | string[]>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}

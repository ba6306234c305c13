// What both Http adapters do alike with one exchange, or one download: deadlines, the caller's signal, redirects, the size cap, and
// the order in which faults win. Knows no network stack; must never put a URL into an error or a log.
import type { DownloadOutcome, DownloadRequest } from './ports.ts';
import { giveBack } from '@latchkey/protocol/release/give-back.ts';
import {
  type HttpFault,
  type HttpOutcome,
  type HttpRequest,
  maxBodyBytes,
  headersWithinMs as usualHeadersWithinMs,
} from './ports.ts';

/** What an adapter reports while its network stack works. After the first outcome everything else is ignored. */
export interface Exchange {
  /** Status and headers have arrived; a header with many values is one text. */
  readonly head: (status: number, headers: Readonly<Record<string, string | string[]>>) => void;
  /** A piece of the decoded body. `lent`: its memory is used again by who gives it. */
  readonly piece: (bytes: Uint8Array, lent?: 'lent') => void;
  /** The whole body has arrived. */
  readonly end: () => void;
  readonly fault: (fault: HttpFault) => void;
}

export interface HttpLimits {
  /** Milliseconds from sending until the response headers must be there. */
  readonly headersWithinMs?: number;
}

export interface DownloadLimits extends HttpLimits {
  /** Milliseconds without a byte, once there were headers. */
  readonly piecesWithinMs?: number;
}

const usualPiecesWithinMs = 30_000;

/** `begin` starts the request and returns what stops it at once; it is stopped after any fault. */
export type Begin = (exchange: Exchange) => () => void;

export function runExchange(
  { signal, url }: Pick<HttpRequest, 'signal' | 'url'>,
  { headersWithinMs = usualHeadersWithinMs }: HttpLimits,
  begin: Begin,
): Promise<HttpOutcome> {
  return settleOnce(
    signal,
    headersWithinMs,
    begin,
    (ways: Ways<Extract<HttpOutcome, { ok: true }>>) => receive(url, ways),
  );
}

/** A content that may be of any size: its pieces are given on, and what counts is that they come. */
export function runDownload(
  { signal, url, head, piece }: Omit<DownloadRequest, 'from'>,
  { headersWithinMs = usualHeadersWithinMs, piecesWithinMs = usualPiecesWithinMs }: DownloadLimits,
  begin: Begin,
): Promise<DownloadOutcome> {
  return settleOnce(signal, headersWithinMs, begin, ({ fault, settle, deadline, isOver }) => {
    let expected: number | null = null;
    let length = 0;
    return {
      fault,
      head: (status, given) => {
        deadline(piecesWithinMs);
        const headers = lowerCaseNames(given);
        const refused = faultOfStatus(url, status, headers);
        if (refused !== null) fault(refused);
        else if (head(status, headers)) expected = declaredLength(headers);
        else settle({ ok: true }, 'stop');
      },
      piece: (bytes, lent) => {
        // A stack that was stopped may still have some: they belong to nothing any more.
        if (isOver()) return;
        deadline(piecesWithinMs);
        length += bytes.length;
        if (!piece(bytes)) settle({ ok: true }, 'stop');
        // Tens of megabytes of them would lie there until the collector comes. One that is all of its memory shares it with nobody, once the
        // network stack has done with it.
        if (lent === undefined) setImmediate(() => giveBack(bytes, bytes.buffer.byteLength));
      },
      end: () => {
        if (length === (expected ?? length)) settle({ ok: true });
        else fault('broken-off');
      },
    };
  });
}

/** The rest of what is there already; whether it may be compressed on top is for each network stack to say. */
export function restHeaders({
  from,
}: Pick<DownloadRequest, 'from'>): Readonly<Record<string, string>> {
  return from === null ? {} : { range: `bytes=${from.bytes}-`, 'if-range': from.etag };
}

interface Ways<Success> {
  /** `stop`: nothing more of it is wanted. */
  readonly settle: (success: Success, how?: 'stop') => void;
  readonly fault: (name: HttpFault) => void;
  /** From now; null: none any more. */
  readonly deadline: (ms: number | null) => void;
  readonly isOver: () => boolean;
}

/** After the first outcome nothing counts, also not what the network stack still says. */
function settleOnce<Success extends { readonly ok: true }>(
  signal: AbortSignal,
  headersWithinMs: number,
  begin: Begin,
  receive: (ways: Ways<Success>) => Exchange,
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
    const deadline = (ms: number | null): void => {
      clearTimeout(timer);
      if (ms !== null && !settled) timer = setTimeout(() => fault('timeout'), ms);
    };
    const onAbort = (): void => fault('aborted');
    deadline(headersWithinMs);
    signal.addEventListener('abort', onAbort, { once: true });
    const settle: Ways<Success>['settle'] = (success, how) => end(success, how === 'stop');
    stop = begin(receive({ settle, fault, deadline, isOver: () => settled }));
    // An outcome within `begin` came before there was anything to stop. The compiler cannot see that callback.
    if (settled as boolean) stop();
  });
}

function receive(
  url: string,
  { fault, settle, deadline }: Ways<Extract<HttpOutcome, { ok: true }>>,
): Exchange {
  const pieces: Uint8Array[] = [];
  let length = 0;
  let head: { status: number; headers: Readonly<Record<string, string>> } | null = null;

  return {
    fault,
    head: (status, given) => {
      deadline(null);
      const headers = lowerCaseNames(given);
      head = { status, headers };
      const refused = faultOfHead(url, status, headers);
      if (refused !== null) fault(refused);
    },
    piece: (bytes) => {
      length += bytes.length;
      // SECURITY: counted after decoding and before keeping, so that a small answer cannot grow without bound.
      if (length > maxBodyBytes) fault('too-large');
      else pieces.push(bytes);
    },
    end: () => {
      if (head === null || length !== (declaredLength(head.headers) ?? length)) fault('broken-off');
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
  const moves = status >= 300 && status <= 399 && location !== undefined;
  return moves ? faultOfMove(url, location) : null;
}

/** A network that wants its own sign-in first cannot answer under the service's certificate: it leads away from there. */
export function faultOfMove(from: string, to: string): HttpFault {
  try {
    const [here, there] = [new URL(from), new URL(to, from)];
    const stays = there.protocol === 'https:' && here.protocol === 'https:';
    return stays && there.hostname === here.hostname ? 'redirect' : 'led-away';
  } catch {
    return 'redirect'; // no address: it leads nowhere
  }
}

/** Bytes of the decoded body; null where the headers do not tell, which is so for a compressed one. */
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

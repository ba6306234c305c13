// What both Http adapters do alike with one exchange: deadlines, the caller's signal, redirects, the size cap, and the
// order in which faults win. Knows no network stack; must never put a URL into an error or a log.
import {
  type HttpFault,
  type HttpOutcome,
  type HttpRequest,
  maxBodyBytes,
  headersWithinMs as usualHeadersWithinMs,
} from '../core/ports.ts';

/** What an adapter reports while its network stack works. After the first outcome everything else is ignored. */
export interface Exchange {
  /** Status and headers have arrived; a header with many values is one text. */
  readonly head: (status: number, headers: Readonly<Record<string, string | string[]>>) => void;
  /** A piece of the decoded body. */
  readonly piece: (bytes: Uint8Array) => void;
  /** The whole body has arrived. */
  readonly end: () => void;
  readonly fault: (fault: HttpFault) => void;
}

export interface HttpLimits {
  /** Milliseconds from sending until the response headers must be there. */
  readonly headersWithinMs?: number;
}

/** `begin` starts the request and returns what stops it at once; it is stopped after any fault. */
export function runExchange(
  { signal, url }: Pick<HttpRequest, 'signal' | 'url'>,
  { headersWithinMs = usualHeadersWithinMs }: HttpLimits,
  begin: (exchange: Exchange) => () => void,
): Promise<HttpOutcome> {
  if (signal.aborted) return Promise.resolve({ ok: false, fault: 'aborted' });
  return new Promise((resolve) => {
    let settled = false;
    let stop: (() => void) | null = null;
    const settle = (outcome: HttpOutcome) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      if (!outcome.ok) stop?.();
      resolve(outcome);
    };
    const fault = (name: HttpFault) => settle({ ok: false, fault: name });
    const onAbort = () => fault('aborted');
    const timer = setTimeout(() => fault('timeout'), headersWithinMs);
    signal.addEventListener('abort', onAbort, { once: true });
    stop = begin(receive(url, fault, settle, () => clearTimeout(timer)));
    // A fault within `begin` came before there was anything to stop. The compiler cannot see that callback.
    if (settled as boolean) stop();
  });
}

function receive(
  url: string,
  fault: (name: HttpFault) => void,
  settle: (outcome: HttpOutcome) => void,
  headHasArrived: () => void,
): Exchange {
  const pieces: Uint8Array[] = [];
  let length = 0;
  let head: { status: number; headers: Readonly<Record<string, string>> } | null = null;

  return {
    fault,
    head: (status, given) => {
      headHasArrived();
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
  if (status === 407) return 'proxy-auth';
  const location = headers['location'];
  if (status >= 300 && status <= 399 && location !== undefined) return faultOfMove(url, location);
  return (declaredLength(headers) ?? 0) > maxBodyBytes ? 'too-large' : null;
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

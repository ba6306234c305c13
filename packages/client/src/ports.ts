// Ports of the client: network, clock and random numbers. They report failures as values.

export interface Http {
  readonly send: (request: HttpRequest) => Promise<HttpOutcome>;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** SECURITY: the query has secrets. The URL must never be logged or put into an Error. */
  readonly url: string;
  /** URL-encoded form, for POST. */
  readonly body?: string;
  /** Opens a new connection, because stacks resend a request if a reused connection fails. */
  readonly newConnection?: boolean;
  readonly signal: AbortSignal;
}

export type HttpOutcome =
  | {
      readonly ok: true;
      readonly status: number;
      /** Names are in lower case. */
      readonly headers: Readonly<Record<string, string>>;
      /** Decoded bytes, 1 MiB at most. */
      readonly body: Uint8Array;
    }
  | { readonly ok: false; readonly fault: HttpFault };

/**
 * `redirect`: a 3xx to the same host over TLS. `led-away`: any other 3xx with a Location, as
 * captive portals send. `too-large`: more than 1 MiB. `broken-off`: the connection closed without a
 * complete answer. `malformed`: the answer breaks HTTP or its compression, or the fault is unknown.
 * `timeout`: no response headers within 10 s. `aborted`: the caller aborted.
 */
export type HttpFault =
  | 'offline'
  | 'dns'
  | 'refused-connection'
  | 'timeout'
  | 'tls'
  | 'proxy-auth'
  | 'redirect'
  | 'led-away'
  | 'too-large'
  | 'broken-off'
  | 'malformed'
  | 'aborted';

export const maxBodyBytes = 1024 * 1024;
export const headersWithinMs = 10_000;

export interface Clock {
  /** Local time, unix milliseconds. */
  readonly now: () => number;
  /**
   * Milliseconds since any fixed moment. Setting the computer's clock does not change it. It may
   * stop while the computer sleeps.
   */
  readonly elapsed: () => number;
  /** Calls `then` once after `delayMs`. The returned function cancels the timer. */
  readonly after: (delayMs: number, then: () => void) => () => void;
}

/** 32 random bytes as lower-case hex, for challenges and report ids. */
export type RandomHex = () => string;

export interface DownloadRequest {
  /** SECURITY: the URL has a sealed ticket. It must never be logged or put into an Error. */
  readonly url: string;
  /** Resumes after this many bytes of the content with this ETag. null starts a new download. */
  readonly from: { readonly bytes: number; readonly etag: string } | null;
  readonly signal: AbortSignal;
  /** Receives headers with lower-case names. Returns false to stop. */
  readonly head: (status: number, headers: Readonly<Record<string, string>>) => boolean;
  /** Receives a decoded piece, which must be copied immediately. Returns false to stop. */
  readonly piece: (bytes: Uint8Array) => boolean;
}

/** The outcome is also `ok` if `head` or `piece` stopped the download. */
export type DownloadOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly fault: HttpFault };

/** `timeout` means no headers within 10 s, or no data for 30 s. Redirects are faults. */
export interface Downloads {
  readonly get: (request: DownloadRequest) => Promise<DownloadOutcome>;
}

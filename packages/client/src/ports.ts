// What the client needs from the outside world: network, clock and chance. Ports answer with data; a thrown exception is a defect.

/** One HTTP exchange without redirects. */
export interface Http {
  readonly send: (request: HttpRequest) => Promise<HttpOutcome>;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** SECURITY: carries secrets in its query; never logged, never in an Error. */
  readonly url: string;
  /** Urlencoded form, for POST. */
  readonly body?: string;
  /** On a connection of its own: a network stack sends again by itself what a reused one lost before its answer. */
  readonly alone?: boolean;
  readonly signal: AbortSignal;
}

export type HttpOutcome =
  | {
      readonly ok: true;
      readonly status: number;
      /** Names in lower case. */
      readonly headers: Readonly<Record<string, string>>;
      /** Decoded bytes, 1 MiB at most. */
      readonly body: Uint8Array;
    }
  | { readonly ok: false; readonly fault: HttpFault };

/**
 * `redirect`: a 3xx to the same host over TLS; `led-away`: any other 3xx with a Location, as networks answer that want their
 * own sign-in first. `too-large`: more than 1 MiB. `broken-off`: the connection ended within an answer.
 * `timeout`: no response headers within 10 s. `aborted`: the caller's signal.
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
  | 'aborted';

export const maxBodyBytes = 1024 * 1024;
export const headersWithinMs = 10_000;

export interface Clock {
  /** Unix milliseconds of this computer. */
  readonly now: () => number;
  /** Calls `then` once after `delayMs`; the returned function calls it off. */
  readonly after: (delayMs: number, then: () => void) => () => void;
}

/** 32 random bytes at a time, as lower-case hex, for challenges and report ids; a port so that tests can foresee them. */
export type RandomHex = () => string;

/** One content of the service, as it comes. */
export interface DownloadRequest {
  /** SECURITY: carries a sealed ticket; never logged, never in an Error. */
  readonly url: string;
  /** Goes on behind these bytes of the content that had this ETag. */
  readonly from: { readonly bytes: number; readonly etag: string } | null;
  readonly signal: AbortSignal;
  /** false: nothing more is wanted. Header names in lower case. */
  readonly head: (status: number, headers: Readonly<Record<string, string>>) => boolean;
  /** A decoded piece, which is gone soon after: it has to be copied at once. false: nothing more is wanted. */
  readonly piece: (bytes: Uint8Array) => boolean;
}

/** `whole`: the exchange ended as it should, or as `head` or `piece` wanted. */
export type DownloadOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly fault: HttpFault };

/** `timeout`: no headers within 10 s, or nothing for 30 s after them. Redirects are faults. */
export interface Downloads {
  readonly get: (request: DownloadRequest) => Promise<DownloadOutcome>;
}

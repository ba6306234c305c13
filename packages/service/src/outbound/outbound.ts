// Sends every request to a seller's URL. A host name is resolved once and refused unless every
// address is public; the connection goes to exactly these addresses. Redirects, proxies and cookies
// are not used; time and size are limited.
// SECURITY: no error contains a URL, an address or any part of the answer.
import { lookup as systemLookup } from 'node:dns/promises';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './outbound-address.ts';
import { OutboundShares } from './outbound-shares.ts';
import { bareHost, readUrl, type AllowedUrl } from './outbound-url.ts';
import { resolveName, systemNames } from './name-resolution.ts';
import type { UrlFailure } from '@latchkey/protocol/seller/webhooks.ts';
import { errorCode } from '../start-problem.ts';

export interface OutboundOptions {
  /** Exact `host:port` entries that may have private addresses and use http; default none. */
  readonly allowPrivateAddresses?: readonly string[] | undefined;
  /** Replaces name resolution. */
  readonly resolve?:
    | ((name: string, signal: AbortSignal) => Promise<readonly string[]>)
    | undefined;
  /** Certificate authorities in PEM, which replace the usual ones. */
  readonly certificateAuthority?: string | undefined;
}

export interface OutboundRequest {
  /** The application whose share of calls it uses (outbound-shares.ts). */
  readonly applicationId: string;
  /** With a body, the request is a POST, otherwise a GET. */
  readonly body?: string;
  /** Names are in lower case, values in printable ASCII. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Maximum size of the answer's body. */
  readonly maxBytes: number;
  /** Maximum time from the wait for a place to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export type OutboundFault =
  | 'url-refused'
  | 'address-refused'
  | 'name-unknown'
  | 'unreachable'
  | 'certificate'
  | 'timeout'
  | 'redirect'
  | 'content-coding'
  | 'too-large'
  | 'stopped';

export class OutboundProblem extends Error {
  override readonly name = 'OutboundProblem';
  readonly fault: OutboundFault;
  constructor(fault: OutboundFault) {
    super(fault);
    this.fault = fault;
  }
}

export interface OutboundStream {
  readonly status: number;
  /** The connection closes when the loop over the chunks ends. Throws OutboundProblem. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Closes an answer whose body is not read. */
  readonly close: () => void;
}

export interface Outbound {
  /** Returns an answer of any status but a redirect. Throws OutboundProblem and Overloaded. */
  readonly open: (url: string, request: OutboundRequest) => Promise<OutboundStream>;
  readonly fetch: (
    url: string,
    request: OutboundRequest,
  ) => Promise<{ readonly status: number; readonly body: Buffer }>;
  /** Returns the reason why this URL is never called, or null. */
  readonly refuseUrl: (text: string) => UrlFailure | null;
}

export function createOutbound(options: OutboundOptions = {}): Outbound {
  const trusted = new Set(options.allowPrivateAddresses);
  const shares = new OutboundShares();
  const read = (text: string) => readUrl(text, trusted);
  const open = async (text: string, request: OutboundRequest) => {
    const allowed = read(text);
    if (typeof allowed === 'string') throw new OutboundProblem('url-refused');
    const timeout = AbortSignal.timeout(request.timeoutMs);
    const signals = request.signal === undefined ? [timeout] : [timeout, request.signal];
    const faults = { signal: AbortSignal.any(signals), timeout };
    const release = await shares.take(request.applicationId, faults.signal);
    try {
      const resolved = resolveAllowed(allowed, options, faults.signal);
      const addresses = await abortable(resolved, faults.signal);
      const response = await send(allowed, addresses, request, options, faults.signal);
      response.once('close', release);
      return answerOf(response, request, (error) => problemOf(error, faults));
    } catch (error) {
      release();
      throw problemOf(error, faults);
    }
  };
  return {
    open,
    async fetch(text, request) {
      const { status, chunks } = await open(text, request);
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks) parts.push(chunk);
      return { status, body: Buffer.concat(parts) };
    },
    refuseUrl(text) {
      const allowed = read(text);
      return typeof allowed === 'string' ? allowed : null;
    },
  };
}

/** SECURITY: names are resolved only here. One address that is not public refuses the name. */
async function resolveAllowed(
  { url, trusted }: AllowedUrl,
  { resolve = trusted ? resolveBySystem : resolvePublic }: OutboundOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const host = bareHost(url);
  const addresses = isIP(host) === 0 ? await resolve(host, signal) : [host];
  if (addresses.length === 0) throw new OutboundProblem('name-unknown');
  if (!trusted && !addresses.every(isPublicAddress)) throw new OutboundProblem('address-refused');
  return addresses;
}

function resolvePublic(name: string, signal: AbortSignal): Promise<readonly string[]> {
  return resolveName(name, signal, systemNames);
}

/** Resolves names that the service's owner allows, which may exist only in the private network. */
async function resolveBySystem(name: string): Promise<readonly string[]> {
  return (await systemLookup(name, { all: true })).map(({ address }) => address);
}

function send(
  { url }: AllowedUrl,
  addresses: readonly string[],
  { body, headers }: OutboundRequest,
  { certificateAuthority }: OutboundOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const secure = url.protocol === 'https:';
  const options: RequestOptions & https.RequestOptions = {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'user-agent': 'Latchkey',
      accept: '*/*',
      ...headers,
      'accept-encoding': 'identity',
      connection: 'close',
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    },
    // A new agent uses no proxy and no earlier connection.
    agent: secure ? new https.Agent() : new http.Agent(),
    lookup: fixedLookup(addresses),
    // SECURITY: explicit, so that no environment variable turns it off.
    rejectUnauthorized: true,
    ...(certificateAuthority !== undefined && { ca: certificateAuthority }),
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).request(url, options, resolve);
    request.on('error', reject);
    request.end(body);
  });
}

/** Returns the checked addresses for any name. TLS still verifies the URL's host. */
function fixedLookup(addresses: readonly string[]): LookupFunction {
  const results = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, { all }, done) => {
    if (all === true) done(null, results);
    else done(null, results[0]?.address ?? '', results[0]?.family);
  };
}

function answerOf(
  response: IncomingMessage,
  { maxBytes }: OutboundRequest,
  problem: (error: unknown) => OutboundProblem,
): OutboundStream {
  const status = response.statusCode ?? 0;
  const coding = response.headers['content-encoding'] ?? 'identity';
  const fault =
    status >= 300 && status < 400
      ? 'redirect'
      : coding !== 'identity'
        ? 'content-coding'
        : Number(response.headers['content-length'] ?? 0) > maxBytes
          ? 'too-large'
          : null;
  const close = () => void response.destroy();
  if (fault === null) return { status, chunks: limitBytes(response, maxBytes, problem), close };
  response.destroy();
  throw new OutboundProblem(fault);
}

async function* limitBytes(
  response: IncomingMessage,
  maxBytes: number,
  problem: (error: unknown) => OutboundProblem,
): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  try {
    // Chunks are bytes, because no encoding was set.
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new OutboundProblem('too-large');
      yield chunk;
    }
  } catch (error) {
    throw problem(error);
  } finally {
    response.destroy();
  }
}

/** Rejects on abort even if the work, such as the system's resolver, cannot be cancelled. */
async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
    work.then(resolve, reject);
  });
}

function problemOf(
  error: unknown,
  { signal, timeout }: { readonly signal: AbortSignal; readonly timeout: AbortSignal },
): OutboundProblem {
  if (error instanceof OutboundProblem) return error;
  if (signal.aborted) return new OutboundProblem(timeout.aborted ? 'timeout' : 'stopped');
  const code = errorCode(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA')
    return new OutboundProblem('name-unknown');
  if (/CERT|ALTNAME|SELF_SIGNED|UNABLE_TO|ERR_SSL|ERR_TLS/.test(code))
    return new OutboundProblem('certificate');
  return new OutboundProblem('unreachable');
}

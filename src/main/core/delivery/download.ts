// Downloads one file of a release completely: resumes after an interruption, starts over if the
// server sends different content, and honours Retry-After. The caller verifies the hash.
import type { Clock } from '@latchkey/client/ports.ts';
import { openContent, partialOf, type Content, type PartialDownload } from './partial-download.ts';
import type { ProgramProblem } from './ports.ts';
import type { Downloads } from '@latchkey/client/ports.ts';
import { retryAfterMs } from '@latchkey/client/retry-after.ts';

/** The current addresses of a release's files. They expire; concurrent callers share a renewal. */
export interface AddressSource {
  readonly current: () => ReleaseAddresses;
  /** Call it after `old` was refused. Returns false if the release is no longer offered. */
  readonly renew: (old: ReleaseAddresses) => Promise<boolean>;
}

/** SECURITY: addresses carry tickets, so they are never logged or put into an Error. */
export interface ReleaseAddresses {
  readonly manifest: string;
  /** A prefix; the chunk's `storedSha256` completes it. */
  readonly chunks: string;
}

export interface DownloadParts {
  readonly downloads: Downloads;
  readonly clock: Clock;
  readonly addresses: AddressSource;
  readonly signal: AbortSignal;
  /** Reports received bytes; a negative number if received bytes are discarded. */
  readonly received: (bytes: number) => void;
}

export interface DownloadRequest {
  readonly address: (current: ReleaseAddresses) => string;
  /** Exact size in bytes, or the limit `atMost` if the size is unknown. */
  readonly size: number | { readonly atMost: number };
  /** Receives the content and holds at least `size` bytes. If omitted, a new buffer is created. */
  readonly buffer?: ArrayBuffer;
  /** The download continues after these bytes, which `received` does not report again. */
  readonly partial?: PartialDownload | null;
}

export type DownloadResult =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
  | {
      readonly ok: false;
      readonly problem: ProgramProblem;
      /** Null without bytes to continue from; `received` then got a negative number. */
      readonly partial: PartialDownload | null;
    };

/** The limit of consecutive tries without a new byte. */
const maxTries = 5;
const firstPauseMs = 500;
const maxPauseMs = 60_000;

export async function download(
  parts: DownloadParts,
  request: DownloadRequest,
): Promise<DownloadResult> {
  const { clock, signal, addresses, received } = parts;
  const content = openContent(request.size, request);
  const fail = (problem: ProgramProblem): DownloadResult => {
    const partial = partialOf(content);
    if (partial === null) received(-content.filled);
    return { ok: false, problem, partial };
  };
  if (content.filled === request.size) return { ok: true, bytes: content.bytes };
  for (let tries = 1; ; tries += 1) {
    if (isStopped(signal)) return fail({ kind: 'stopped' });
    const [before, current] = [content.filled, addresses.current()];
    const attempt = await fetchOnce(parts, request, content, request.address(current));
    if (attempt.kind === 'whole') {
      const { bytes, filled } = content;
      return { ok: true, bytes: filled === bytes.length ? bytes : bytes.slice(0, filled) };
    }
    if (attempt.kind === 'failed') return fail(attempt.problem);
    if (attempt.kind === 'again') {
      received(-content.filled);
      content.filled = 0;
    }
    // Only tries without progress count.
    if (content.filled > before) tries = 0;
    if (tries >= maxTries) return fail(attempt.problem);
    if (attempt.kind === 'refused' && !(await addresses.renew(current)))
      return fail({ kind: isStopped(signal) ? 'stopped' : 'not-offered' });
    // A fresh address may work immediately.
    const backoffMs = attempt.kind === 'refused' && tries === 1 ? 0 : firstPauseMs * 2 ** tries;
    await pause(clock, signal, attempt.waitMs ?? Math.min(backoffMs, maxPauseMs));
  }
}

/** Reads the signal anew each time; inline, the compiler would narrow it to false. */
function isStopped(signal: AbortSignal): boolean {
  return signal.aborted;
}

type Attempt =
  | { readonly kind: 'whole' }
  | { readonly kind: 'failed'; readonly problem: ProgramProblem }
  /** `cut`: the bytes so far stay. `again`: start over. `refused`: the address may have expired. */
  | {
      readonly kind: 'cut' | 'again' | 'refused';
      readonly problem: ProgramProblem;
      readonly waitMs: number | null;
    };

const serverDown: ProgramProblem = { kind: 'unreachable', fault: 'server-down' };
/** Faults that a retry does not fix. */
const permanentFaults: readonly string[] = [
  'redirect',
  'led-away',
  'tls',
  'proxy-auth',
  'too-large',
];

async function fetchOnce(
  { downloads, clock, signal, received }: DownloadParts,
  { size }: DownloadRequest,
  content: Content,
  url: string,
): Promise<Attempt> {
  const { filled, etag, bytes } = content;
  const from = filled > 0 && etag !== null ? { bytes: filled, etag } : null;
  if (from === null && filled > 0) {
    received(-filled);
    content.filled = 0;
  }
  const check: { verdict: Attempt | null } = { verdict: null };
  const outcome = await downloads.get({
    url,
    from,
    signal,
    head(status, headers) {
      const exactSize = typeof size === 'number' ? size : null;
      check.verdict = checkHead({ status, headers, nowMs: clock.now() }, from, exactSize);
      if (check.verdict !== null) return false;
      if (status === 200) {
        if (content.filled > 0) received(-content.filled);
        content.filled = 0;
        content.etag = strongTag(headers);
      }
      return true;
    },
    piece(piece) {
      if (content.filled + piece.length > bytes.length) {
        check.verdict = { kind: 'again', problem: { kind: 'not-genuine' }, waitMs: null };
        return false;
      }
      bytes.set(piece, content.filled);
      content.filled += piece.length;
      received(piece.length);
      return true;
    },
  });
  return check.verdict ?? checkEnd(outcome, size, content);
}

function checkEnd(
  outcome: Awaited<ReturnType<Downloads['get']>>,
  size: DownloadRequest['size'],
  { filled }: Content,
): Attempt {
  if (outcome.ok && (typeof size !== 'number' || filled === size)) return { kind: 'whole' };
  if (outcome.ok)
    return { kind: 'cut', problem: { kind: 'unreachable', fault: 'broken-off' }, waitMs: null };
  const { fault } = outcome;
  if (fault === 'aborted') return { kind: 'failed', problem: { kind: 'stopped' } };
  const problem: ProgramProblem = { kind: 'unreachable', fault };
  if (permanentFaults.includes(fault)) return { kind: 'failed', problem };
  return { kind: 'cut', problem, waitMs: null };
}

type Headers = Readonly<Record<string, string>>;

interface Head {
  readonly status: number;
  readonly headers: Headers;
  readonly nowMs: number;
}

/** Returns null if the body is accepted. */
function checkHead(
  { status, headers, nowMs }: Head,
  from: { readonly bytes: number; readonly etag: string } | null,
  size: number | null,
): Attempt | null {
  const again: Attempt = { kind: 'again', problem: serverDown, waitMs: null };
  if (status === 206) return isExactRange(headers, from, size) ? null : again;
  if (status === 200) {
    // Probably a captive portal's page.
    if (/^text\/html\b/i.test(headers['content-type'] ?? ''))
      return { kind: 'failed', problem: { kind: 'unreachable', fault: 'led-away' } };
    const length = isEncoded(headers) ? undefined : headers['content-length'];
    const fits = size === null || length === undefined || Number(length) === size;
    return fits ? null : { ...again, problem: { kind: 'not-genuine' } };
  }
  if (status === 416) return again;
  const waitMs = retryAfterMs(headers, nowMs);
  if (status === 429 || status >= 500) return { kind: 'cut', problem: serverDown, waitMs };
  return { kind: 'refused', problem: serverDown, waitMs };
}

/** Whether the answer is exactly the missing range of the same content. */
function isExactRange(
  headers: Headers,
  from: { readonly bytes: number; readonly etag: string } | null,
  size: number | null,
): boolean {
  if (from === null || size === null || isEncoded(headers)) return false;
  const range = `bytes ${from.bytes}-${size - 1}/${size}`;
  return headers['content-range'] === range && headers['etag'] === from.etag;
}

function isEncoded(headers: Headers): boolean {
  return (headers['content-encoding'] ?? 'identity') !== 'identity';
}

function strongTag(headers: Headers): string | null {
  const etag = headers['etag'] ?? '';
  return /^"[^"]*"$/.test(etag) && !isEncoded(headers) ? etag : null;
}

function pause(clock: Clock, signal: AbortSignal, delayMs: number): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      cancelTimer();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancelTimer = clock.after(delayMs, end);
    signal.addEventListener('abort', end, { once: true });
  });
}

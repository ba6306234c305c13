// Diagnoses network faults and unsigned answers.
// SECURITY: the content of an unsigned answer is never trusted.
import { type WireCode, type WireFailure } from './failure.ts';
import { serverDownPauseMs } from './classify.ts';
import { retryAfterMs } from './retry-after.ts';
import { type HttpFault, type HttpOutcome } from './ports.ts';

type Answer = Extract<HttpOutcome, { ok: true }>;

export function factsOfFault(fault: HttpFault): WireFailure {
  switch (fault) {
    case 'offline':
    case 'dns':
    case 'refused-connection':
    case 'timeout':
    case 'tls':
    case 'proxy-auth':
      return { code: fault };
    case 'led-away':
      return { code: 'captive-portal' };
    case 'redirect':
    case 'too-large':
    case 'malformed':
      return { code: 'bad-reply' };
    case 'broken-off':
      return { code: 'interrupted' };
    case 'aborted':
      return { code: 'cancelled' };
  }
}

/** Whether the fault came from an answer of a server. */
export function serverAnswered(fault: HttpFault): boolean {
  return fault === 'redirect' || fault === 'too-large' || fault === 'malformed';
}

/** Whether the request may have reached the service although no usable answer arrived. */
export function mayHaveArrived(code: string): boolean {
  const lost: readonly string[] = [
    'timeout',
    'interrupted',
    'bad-reply',
    'bad-signature',
    'clock-skew',
    'server-down',
    'captive-portal',
    'cancelled',
  ] satisfies readonly WireCode[];
  return lost.includes(code);
}

/** Returns a server fault with a retry after 30 seconds, or later if the server requests it. */
export function serverDown(headers: Answer['headers'], nowMs: number): WireFailure {
  const pauseMs = Math.max(retryAfterMs(headers, nowMs) ?? 0, serverDownPauseMs);
  return { code: 'server-down', retryAt: nowMs + pauseMs };
}

export function factsOfUnsigned({ status, headers, body }: Answer, nowMs: number): WireFailure {
  if (status === 407) return { code: 'proxy-auth' };
  // 511: the network requires authentication (RFC 6585).
  if (status === 511) return { code: 'captive-portal' };
  if (status === 429 || status >= 500) return serverDown(headers, nowMs);
  const text = new TextDecoder().decode(body.subarray(0, 512)).trimStart();
  if (text.startsWith('{') || text.startsWith('KeyAuth_')) return { code: 'bad-signature' };
  const html = text.startsWith('<') || (headers['content-type'] ?? '').includes('text/html');
  return { code: html && status >= 200 && status < 300 ? 'captive-portal' : 'bad-reply' };
}

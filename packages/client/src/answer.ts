// Verifies and parses an answer of the client API.
// SECURITY: the checks run in this order: signature over the raw bytes, JSON, freshness,
// application, content.
import { type WireFailure } from './failure.ts';
import { envelope, failureAnswer, statusOnly } from '@latchkey/protocol/envelope.ts';
import { type FailureAnswer } from '@latchkey/protocol/envelope.ts';
import { isReason, protocolTexts } from '@latchkey/protocol/reasons.ts';
import { type HttpOutcome } from './ports.ts';
import { checkSignature, type TrustedKey } from './signature.ts';
import { factsOfUnsigned, serverDown } from './unsigned-answer.ts';

type Answer = Extract<HttpOutcome, { ok: true }>;

/**
 * Allowed clock difference when only the timestamp proves freshness
 * (docs/protocol.md#signatures-and-freshness).
 */
const freshWithinMs = 120_000;

export interface RequestContext {
  readonly type: string;
  readonly name: string;
  readonly ownerid: string;
  /** Empty if the configuration allows unsigned answers. */
  readonly trusted: readonly TrustedKey[];
  /** The challenge that a signed answer must echo; null if the timestamp alone proves freshness. */
  readonly challenge: string | null;
  /** Rejects answers older than this: the newest timestamp before the request, in unix ms. */
  readonly notBeforeMs: number;
  readonly nowMs: number;
}

export type Reading =
  | { readonly kind: 'success'; readonly json: unknown; readonly signedAtMs: number | null }
  | {
      readonly kind: 'failure';
      readonly answer: FailureAnswer;
      readonly signedAtMs: number | null;
    }
  | {
      readonly kind: 'unreadable';
      readonly facts: WireFailure;
      readonly signedAtMs: number | null;
    };

export interface ReadAnswer {
  readonly reading: Reading;
  /** The public key that signed the answer; null if the answer is unsigned or not fresh. */
  readonly signedBy: string | null;
}

export function readAnswer(request: RequestContext, answer: Answer): ReadAnswer {
  const unsigned = (reading: Reading): ReadAnswer => ({ reading, signedBy: null });
  if (request.trusted.length === 0) return unsigned(readBody(request, answer, null));
  const signature = checkSignature(request.trusted, answer.headers, answer.body);
  switch (signature.kind) {
    case 'missing':
      return unsigned(unreadable(factsOfUnsigned(answer, request.nowMs)));
    case 'invalid':
      return unsigned(unreadable({ code: 'bad-signature' }));
    case 'valid': {
      const reading = readBody(request, answer, signature.signedAtMs);
      return { reading, signedBy: reading.signedAtMs === null ? null : signature.by };
    }
  }
}

function readBody(request: RequestContext, answer: Answer, signedAtMs: number | null): Reading {
  const json = parse(answer.body);
  const stale = signedAtMs === null ? null : staleness(request, json, signedAtMs);
  // A 5xx may lack the echoed fields, and proves only that the request failed.
  if (answer.status >= 500 && !namesReason(json))
    return unreadable(
      serverDown(answer.headers, request.nowMs),
      stale === null ? signedAtMs : null,
    );
  if (stale !== null) return unreadable(stale);
  if (signedAtMs === null && json === null) {
    const facts = factsOfUnsigned(answer, request.nowMs);
    // Without trusted keys there is no signature that could be bad.
    return unreadable(facts.code === 'bad-signature' ? { code: 'bad-reply' } : facts);
  }
  if (json === null) return unreadable({ code: 'bad-reply' });
  return readObject(request, json, signedAtMs);
}

/** Returns the JSON object of the body, or null. Maps the text `KeyAuth_Invalid` to a failure. */
function parse(body: Uint8Array): object | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    if (text.trim() === protocolTexts.appUnknown) return { success: false, message: text.trim() };
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : null;
  } catch {
    return null;
  }
}

/** SECURITY: rejects replayed answers and answers to another request. Returns null if fresh. */
function staleness(
  request: RequestContext,
  json: object | null,
  signedAtMs: number,
): WireFailure | null {
  if (request.challenge !== null) {
    const bound =
      json !== null &&
      'challenge' in json &&
      json.challenge === request.challenge &&
      'type' in json &&
      json.type === request.type &&
      // SECURITY: one key signs for all applications of a service, so an answer for a cheaper
      // application must not pass.
      'name' in json &&
      json.name === request.name;
    return bound ? null : { code: 'bad-signature' };
  }
  const clockOffsetMs = request.nowMs - signedAtMs;
  if (Math.abs(clockOffsetMs) > freshWithinMs) return { code: 'clock-skew', clockOffsetMs };
  return signedAtMs < request.notBeforeMs ? { code: 'bad-signature' } : null;
}

function readObject(request: RequestContext, json: object, signedAtMs: number | null): Reading {
  const limited = statusOnly.safeParse(json);
  if (limited.success && !('success' in json)) {
    const { message } = limited.data;
    const fields = { ...json, success: false, message, reason: 'rate-limited' };
    return { kind: 'failure', answer: failureAnswer.parse(fields), signedAtMs };
  }
  const head = envelope.safeParse(json);
  if (!head.success) return unreadable({ code: 'bad-reply' });
  const { success, ownerid } = head.data;
  const signed = signedAtMs !== null;
  if (ownerid !== undefined && ownerid !== request.ownerid)
    return unreadable({ code: signed ? 'bad-signature' : 'bad-reply' });
  if (success)
    return signed && ownerid === undefined
      ? unreadable({ code: 'bad-reply' })
      : { kind: 'success', json, signedAtMs };
  const failure = failureAnswer.safeParse(json);
  if (!failure.success) return unreadable({ code: 'bad-reply' });
  return { kind: 'failure', answer: failure.data, signedAtMs };
}

function unreadable(facts: WireFailure, signedAtMs: number | null = null): Reading {
  return { kind: 'unreadable', facts, signedAtMs };
}

/** Whether a 5xx is a refusal by the service, with a known reason, and not a server fault. */
function namesReason(json: object | null): boolean {
  return (
    json !== null && 'reason' in json && typeof json.reason === 'string' && isReason(json.reason)
  );
}

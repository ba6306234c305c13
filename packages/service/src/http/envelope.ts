// Builds every answer of the client API (docs/protocol.md#status-codes, docs/protocol.md#envelope)
// and signs it (docs/protocol.md#signatures-and-freshness).
import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { signatureHeader, successCode, timestampHeader } from '@latchkey/protocol/envelope.ts';
import { challenge, keyIds, ownerid, shortText } from '@latchkey/protocol/primitives.ts';
import { allowAllOrigins } from './cors.ts';
import { noteOutcome } from './request-log.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import type { Parameters } from '../api/parameters.ts';
import type { Signers } from '../secrets/signers.ts';
import { toUnixSeconds, type UnixMs } from '@latchkey/protocol/units.ts';

/** The request's fields that an answer repeats. `bound` is empty unless the challenge is valid. */
export interface Echo {
  readonly ownerid: string;
  readonly bound: Readonly<Partial<Record<'challenge' | 'type' | 'name', string>>>;
  /** Ids of the signing keys that the client knows. Empty if none were sent. */
  readonly keys: readonly string[];
}

/** Reads every valid field, even of a request that is refused. */
export function readEcho({ values, asSent }: Pick<Parameters, 'values' | 'asSent'>): Echo {
  const owner = parseOptional(ownerid, values.get('ownerid')) ?? '';
  const challengeValue = parseOptional(challenge, values.get('challenge'));
  const keys = parseOptional(keyIds, values.get('keys')) ?? [];
  if (challengeValue === undefined) return { ownerid: owner, bound: {}, keys };
  /**
   * Returns the original value, so that a client can compare it without knowing how the service
   * cleans names.
   */
  const originalValue = (one: string) =>
    shortText.safeParse(values.get(one)).success ? (asSent.get(one) ?? values.get(one)) : undefined;
  const type = originalValue('type');
  const name = originalValue('name');
  return {
    ownerid: owner,
    keys,
    bound: {
      challenge: challengeValue,
      ...(type !== undefined && { type }),
      ...(name !== undefined && { name }),
    },
  };
}

function parseOptional<Value>(
  schema: z.ZodType<Value>,
  text: string | undefined,
): Value | undefined {
  return text === undefined ? undefined : schema.safeParse(text).data;
}

/**
 * `faultStatus` is for requests without an operation (404, 405, 413, 415). Other failures are 400
 * for GET and 200 for POST, rate limits 429, faults 500, or all 200 if the application's
 * `failureStatus` is 200.
 */
export function sendOutcome(
  reply: FastifyReply,
  parts: { readonly signers: Signers; readonly nowMs: () => UnixMs },
  outcome: Outcome,
  echo: Echo,
  faultStatus?: number,
): FastifyReply {
  if (!outcome.ok && codeOf(outcome) === 429 && typeof outcome.facts['retryAfter'] === 'number')
    reply.header('retry-after', String(outcome.facts['retryAfter']));
  noteOutcome(reply, outcome.ok ? 'ok' : outcome.reason);
  // The body is a string, because Node sends strings together with the headers.
  const body = JSON.stringify(envelopeOf(outcome, echo));
  const timestamp = timestampOf(parts);
  const signature = parts.signers.signerFor(echo.keys).sign(timestamp, body);
  return setHeaders(reply, timestamp, signature)
    .code(faultStatus ?? statusOf(outcome, reply.request.method))
    .send(body);
}

export function timestampOf({ nowMs }: { readonly nowMs: () => UnixMs }): string {
  return String(toUnixSeconds(nowMs()));
}

export function setHeaders(
  reply: FastifyReply,
  timestamp: string,
  signature: string,
): FastifyReply {
  return allowAllOrigins(reply)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header(timestampHeader, timestamp)
    .header(signatureHeader, signature);
}

export function envelopeOf(outcome: Outcome, echo: Echo): object {
  // SECURITY: these fields come last, so that no field of an operation can replace them.
  const tail = { ownerid: echo.ownerid, ...echo.bound };
  if (outcome.ok)
    return { success: true, code: successCode, ...outcome.answer, nonce: randomUUID(), ...tail };
  return {
    success: false,
    ...(codeOf(outcome) === 429 && { status: false }),
    code: codeOf(outcome),
    message: outcome.message,
    reason: outcome.reason,
    ...outcome.facts,
    ...tail,
  };
}

function statusOf(outcome: Outcome, method: string): number {
  if (outcome.ok || outcome.status === 200) return 200;
  const code = codeOf(outcome);
  return code === 400 && method === 'POST' ? 200 : code;
}

function codeOf(refusal: Refusal): 400 | 429 | 500 {
  if (refusal.reason === 'rate-limited' || refusal.reason === 'overloaded') return 429;
  return refusal.reason === 'internal' ? 500 : 400;
}

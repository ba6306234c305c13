// The shape of every answer of the client API (contract 0.2, 0.3) and its signature (0.4).
import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { signatureHeader, successCode, timestampHeader } from '@latchkey/protocol/envelope.ts';
import { challenge, keyIds, ownerid, shortText } from '@latchkey/protocol/primitives.ts';
import { openToPages } from './other-origins.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import type { Parameters } from '../api/parameters.ts';
import type { Signers } from '../secrets/signers.ts';
import { inSeconds, type UnixMs } from '@latchkey/protocol/units.ts';

/**
 * What an answer takes from its request. It repeats the owner always, the others where they could be read and a challenge was
 * sent; and it is signed by a key that is known there.
 */
export interface Echo {
  readonly ownerid: string;
  readonly bound: Readonly<Partial<Record<'challenge' | 'type' | 'name', string>>>;
  /** Ids of signing keys; empty: it did not say. */
  readonly keys: readonly string[];
}

/** From whatever could be read of the request, also where the request as a whole is refused. */
export function readEcho({ values, asSent }: Pick<Parameters, 'values' | 'asSent'>): Echo {
  const owner = readable(ownerid, values.get('ownerid')) ?? '';
  const asked = readable(challenge, values.get('challenge'));
  const keys = readable(keyIds, values.get('keys')) ?? [];
  if (asked === undefined) return { ownerid: owner, bound: {}, keys };
  /** Letter for letter, so that whoever compares need not know how names are cleaned here. */
  const sent = (one: string) =>
    shortText.safeParse(values.get(one)).success ? (asSent.get(one) ?? values.get(one)) : undefined;
  const type = sent('type');
  const name = sent('name');
  return {
    ownerid: owner,
    keys,
    bound: {
      challenge: asked,
      ...(type !== undefined && { type }),
      ...(name !== undefined && { name }),
    },
  };
}

function readable<Value>(schema: z.ZodType<Value>, text: string | undefined): Value | undefined {
  return text === undefined ? undefined : schema.safeParse(text).data;
}

/**
 * Sends an outcome. `faultStatus`: the status of a request that fits no operation (404, 405, 413, 415); else failures
 * are 400 for GET and 200 for POST, a rate limit 429, a fault 500, or 200 where the application wants that for all.
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
  // Sent as the text that it is: Node writes it together with the headers, and bytes apart from them.
  const body = JSON.stringify(envelopeOf(outcome, echo));
  const timestamp = timestampOf(parts);
  const signature = parts.signers.signerFor(echo.keys).sign(timestamp, body);
  return withHead(reply, timestamp, signature)
    .code(faultStatus ?? statusOf(outcome, reply.request.method))
    .send(body);
}

export function timestampOf({ nowMs }: { readonly nowMs: () => UnixMs }): string {
  return String(inSeconds(nowMs()));
}

export function withHead(reply: FastifyReply, timestamp: string, signature: string): FastifyReply {
  return openToPages(reply)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header(timestampHeader, timestamp)
    .header(signatureHeader, signature);
}

export function envelopeOf(outcome: Outcome, echo: Echo): object {
  // SECURITY: last, so that no field of an operation stands in their place.
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

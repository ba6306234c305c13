// Attempts a delivery: claims it, sends it signed, and records the result. The claim of a process
// that dies expires, so a delivery arrives at least once.
import { createHmac } from 'node:crypto';
import type { Selectable } from 'kysely';
import { clockToleranceSeconds } from '../clock.ts';
import { openAt } from '../secrets/at-rest.ts';
import type { ServiceSecret } from '../secrets/service-secret.ts';
import { OutboundProblem, type Outbound } from './outbound.ts';
import { Overloaded } from '../overloaded.ts';
import { isStill } from '../database/expressions.ts';
import type { Database, Tables } from '../database/schema.ts';

/** Duration of a claim. Longer than any attempt. */
const leaseSeconds = 60;
const attemptTimeoutMs = 10_000;
/** The answer is unused. Reading a little of it lets the connection end cleanly. */
const answerBytes = 64 * 1024;
/** Delays after the first, second, ... failure. A failure after the last delay is final. */
const backoffSeconds = [10, 60, 600, 3600, 21_600] as const;

type Delivery = Selectable<Tables['deliveries']>;
export interface ClaimedDelivery extends Delivery {
  readonly claimedUntil: number;
}

/** `stopped`: this process is shutting down, which does not count as an attempt. */
export type Attempt =
  | { readonly kind: 'delivered'; readonly status: number }
  | { readonly kind: 'failed'; readonly status: number | null; readonly error: string }
  | { readonly kind: 'gone' }
  /** The application has too many calls in flight, which does not count as an attempt. */
  | { readonly kind: 'put-off' }
  | { readonly kind: 'stopped' };

export interface AttemptParts {
  readonly db: Database;
  readonly outbound: Outbound;
  readonly secret: ServiceSecret;
}

/**
 * Makes a delivery due if it waits longer than the backoff of its attempt count: the clock that
 * scheduled it was ahead.
 */
export async function bringForward(db: Database, now: number): Promise<void> {
  const delays = [0, ...backoffSeconds].map((wait) => Math.max(wait, leaseSeconds));
  await db
    .updateTable('deliveries')
    .set({ nextAt: now })
    .where('status', '=', 'pending')
    .where((eb) =>
      eb.or(
        delays.map((wait, attempts) =>
          eb.and([
            eb('attempts', '=', attempts),
            eb('nextAt', '>', now + wait + clockToleranceSeconds),
          ]),
        ),
      ),
    )
    .execute();
}

/** Returns null if another process has claimed or completed the delivery. */
export async function claim(
  db: Database,
  id: string,
  now: number,
): Promise<ClaimedDelivery | null> {
  const claimedUntil = now + leaseSeconds;
  const row = await db
    .updateTable('deliveries')
    // The delivery must not become due again before the claim expires.
    .set({ claimedUntil, nextAt: claimedUntil })
    .where('id', '=', id)
    .where(isStill('status', 'pending'))
    .where('nextAt', '<=', now)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : { ...row, claimedUntil };
}

export async function attempt(
  { db, outbound, secret: service }: AttemptParts,
  delivery: ClaimedDelivery,
  now: number,
  signal: AbortSignal,
): Promise<Attempt> {
  const secret = await secretOf(db, service, delivery);
  if (secret === undefined) return { kind: 'gone' };
  const { id, applicationId, event, body } = delivery;
  const url = openAt(service, 'webhook addresses', [applicationId], delivery.url);
  const timestamp = String(now);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-latchkey-event': event,
    'x-latchkey-delivery': id,
    'x-latchkey-timestamp': timestamp,
    ...(secret !== null && { 'x-latchkey-signature': signDelivery(secret, timestamp, body) }),
  };
  try {
    const limits = { applicationId, maxBytes: answerBytes, timeoutMs: attemptTimeoutMs, signal };
    const { status } = await outbound.fetch(url, { body, headers, ...limits });
    return status >= 200 && status < 300
      ? { kind: 'delivered', status }
      : { kind: 'failed', status, error: 'status' };
  } catch (error) {
    if (error instanceof Overloaded) return { kind: 'put-off' };
    if (!(error instanceof OutboundProblem)) throw error;
    return error.fault === 'stopped'
      ? { kind: 'stopped' }
      : { kind: 'failed', status: null, error: error.fault };
  }
}

/** Returns the HMAC-SHA256 of the timestamp's text, a full stop and the body's bytes, in hex. */
function signDelivery(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}

/** Returns null for an unsigned delivery, undefined if the webhook is no longer a target. */
async function secretOf(
  db: Database,
  service: ServiceSecret,
  { webid, applicationId }: ClaimedDelivery,
): Promise<string | null | undefined> {
  if (webid === null) return null;
  const hook = await db
    .selectFrom('webhooks')
    .select('secret')
    .where('applicationId', '=', applicationId)
    .where('webid', '=', webid)
    .executeTakeFirst();
  if (hook === undefined || hook.secret === null) return undefined;
  return openAt(service, 'webhook secrets', [applicationId, webid], hook.secret);
}

/**
 * Writes the result if this process still holds the claim. A failure also delays other deliveries
 * to the target.
 */
export async function record(
  db: Database,
  delivery: ClaimedDelivery,
  result: Attempt,
  now: number,
): Promise<void> {
  const changes = outcomeOf(delivery, result, now);
  await db
    .updateTable('deliveries')
    .set({ ...changes, claimedUntil: null })
    .where('id', '=', delivery.id)
    .where(isStill('status', 'pending'))
    .where('claimedUntil', '=', delivery.claimedUntil)
    .execute();
  if (result.kind !== 'failed') return;
  const nextAt = now + backoffSeconds[0];
  await db
    .updateTable('deliveries')
    .set({ nextAt })
    .where('applicationId', '=', delivery.applicationId)
    .where('webid', delivery.webid === null ? 'is' : '=', delivery.webid)
    .where('status', '=', 'pending')
    .where('claimedUntil', 'is', null)
    .where('nextAt', '<', nextAt)
    .execute();
}

function outcomeOf(
  { attempts }: ClaimedDelivery,
  result: Attempt,
  now: number,
): Partial<Omit<Delivery, 'id'>> {
  switch (result.kind) {
    case 'stopped':
      return { nextAt: now };
    case 'put-off':
      return { nextAt: now + backoffSeconds[0] };
    case 'gone':
      return { status: 'failed', lastError: 'webhook-deleted' };
    case 'delivered':
      return {
        status: 'delivered',
        attempts: attempts + 1,
        lastStatus: result.status,
        lastError: null,
      };
    case 'failed': {
      const wait = backoffSeconds[attempts];
      const row = { attempts: attempts + 1, lastStatus: result.status, lastError: result.error };
      return wait === undefined ? { ...row, status: 'failed' } : { ...row, nextAt: now + wait };
    }
  }
}

// Emits events for the seller's own programs. Deliveries are written in the transaction of the
// change, so an event is sent if and only if it happened. deliveries.ts sends them.
// SECURITY: facts never contain a password, code, session id or whole license key.
import { randomUUID } from 'node:crypto';
import type { EventName, WebhookShape } from '@latchkey/protocol/seller/event-names.ts';
import type { Refusal } from '../outcome.ts';
import { maskKey } from '../secrets/key-mask.ts';
import { findLicenseKeyNames } from '../secrets/license-names.ts';
import type { Flag } from '../database/schema-columns.ts';
import type { ApplicationRow, Database } from '../database/schema.ts';
import { countDrop } from './drops.ts';
import { bodyOf } from './event-bodies.ts';
import type { DeliveredEvent, Facts } from './event-facts.ts';

/** The parts of a call that an event needs. */
export interface EventSource {
  readonly application: Pick<ApplicationRow, 'id' | 'name' | 'logWebhook' | 'eventNames'>;
  /** Unix seconds. */
  readonly now: number;
  readonly deliveries: { readonly noteEmitted: () => void };
}

/**
 * Maximum pending deliveries of one target. Further ones are dropped and counted, because such a
 * target is probably dead. Events of strangers are counted separately, so that they never displace
 * events of users and sellers.
 */
export const maxPending = 1000;
export interface Target {
  readonly webid: string | null;
  readonly url: string;
  readonly shape: WebhookShape;
}

/** Writes one delivery for each webhook that wants this event. `db` is the change's transaction. */
export async function emitEvent(
  db: Database,
  source: EventSource,
  event: EventName,
  facts: Facts,
): Promise<void> {
  if (!isWanted(source.application, event)) return;
  await emitTo(db, source, await targetsOf(db, source.application, event), event, facts);
}

/** Writes one delivery for each target. */
export async function emitTo(
  db: Database,
  { application, now, deliveries }: EventSource,
  targets: readonly Target[],
  event: DeliveredEvent,
  facts: Facts,
): Promise<void> {
  const ofStrangers = isFromStranger(event, facts) ? 1 : 0;
  const masked = await maskFacts(db, application.id, facts);
  for (const { shape, ...target } of targets) {
    if (await isFull(db, application.id, target, ofStrangers)) {
      await countDrop(db, application.id, 'event', 1, now);
      continue;
    }
    const id = randomUUID();
    const body = bodyOf(
      { id, event, at: now, application: application.name, facts: masked },
      target.webid === null ? 'log' : shape,
    );
    await db
      .insertInto('deliveries')
      .values({
        id,
        applicationId: application.id,
        ...target,
        event,
        ofStrangers,
        body,
        status: 'pending',
        attempts: 0,
        nextAt: now,
        claimedUntil: null,
        lastStatus: null,
        lastError: null,
        createdAt: now,
      })
      .execute();
  }
  deliveries.noteEmitted();
}

/** Returns whether anybody can cause the event, without an account or a key. */
function isFromStranger(event: DeliveredEvent, { username }: Facts): boolean {
  return event === 'log' ? username === undefined : event.endsWith('-failed');
}

/** Reasons without events: parts of an ordinary sign-in, and refusals that occur in any number. */
const quietReasons: ReadonlySet<string> = new Set([
  'code-needed',
  'rate-limited',
  'overloaded',
  'session-gone',
]);

/** Call it after all other writes of the refused operation. */
export async function emitFailure(
  call: EventSource & { readonly db: Database; readonly ip: string },
  event: 'login-failed' | 'redeem-failed',
  outcome: { readonly ok: true } | Refusal,
  facts: Facts,
): Promise<void> {
  if (outcome.ok || quietReasons.has(outcome.reason)) return;
  const { ip } = call;
  await emitEvent(call.db, call, event, { ...facts, ip, reason: outcome.reason });
}

/** Returns whether a target wants the event, without a query. */
function isWanted(
  { logWebhook, eventNames }: EventSource['application'],
  event: EventName,
): boolean {
  return eventNames.split(',').includes(event) || (event === 'log' && logWebhook !== '');
}

/**
 * Updates the application's list of wanted events. Call it after any change of webhooks, in its
 * transaction.
 */
export async function refreshEventNames(db: Database, applicationId: string): Promise<void> {
  const rows = await db
    .selectFrom('webhooks')
    .select('events')
    .where('applicationId', '=', applicationId)
    .where('events', '!=', '')
    .execute();
  const names = new Set(rows.flatMap(({ events }) => events.split(',')));
  await db
    .updateTable('applications')
    .set({ eventNames: [...names].sort().join(',') })
    .where('id', '=', applicationId)
    .execute();
}

/**
 * Locks the application's row. Call it before any change of webhooks, so that a concurrent change
 * waits and then sees this one.
 */
export async function lockEventNames(db: Database, applicationId: string): Promise<void> {
  await db
    .updateTable('applications')
    .set((eb) => ({ eventNames: eb.ref('eventNames') }))
    .where('id', '=', applicationId)
    .execute();
}

async function targetsOf(
  db: Database,
  { id, logWebhook }: EventSource['application'],
  event: EventName,
): Promise<readonly Target[]> {
  const hooks = await db
    .selectFrom('webhooks')
    .select(['webid', 'url', 'events', 'shape'])
    .where('applicationId', '=', id)
    .where('events', '!=', '')
    .execute();
  const wanted = hooks
    .filter(({ events }) => events.split(',').includes(event))
    .map(({ webid, url, shape }) => ({ webid, url, shape }));
  return event === 'log' && logWebhook !== ''
    ? [...wanted, { webid: null, url: logWebhook, shape: 'json' as const }]
    : wanted;
}

/** Returns whether the target has the maximum of pending deliveries. */
export async function isFull(
  db: Database,
  applicationId: string,
  { webid }: Pick<Target, 'webid'>,
  ofStrangers: Flag,
): Promise<boolean> {
  const last = await db
    .selectFrom('deliveries')
    .select('id')
    .where('applicationId', '=', applicationId)
    .where('webid', webid === null ? 'is' : '=', webid)
    .where('status', '=', 'pending')
    .where('ofStrangers', '=', ofStrangers)
    .limit(1)
    .offset(maxPending - 1)
    .executeTakeFirst();
  return last !== undefined;
}

/**
 * SECURITY: users who sign in with a license alone have its key as user name and password, so a
 * user name that is a key, in any case, is masked too. The look-up runs even without a user, so
 * that a sign-in takes the same time whether or not the user exists.
 */
async function maskFacts(db: Database, applicationId: string, facts: Facts): Promise<Facts> {
  const { username, license } = facts;
  const secret = await findLicenseKeyNames(db, applicationId, [username ?? '']);
  return {
    ...facts,
    ...(username !== undefined && secret.has(username) && { username: maskKey(username) }),
    ...(license !== undefined && { license: maskKey(license) }),
  };
}

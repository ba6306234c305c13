// What happened, for the seller's own programs: written as deliveries in the transaction of the change itself, so that it is
// told if and only if it happened. Sending is deliveries.ts.
// SECURITY: no password, code, session id or whole license key is ever a fact.
import { randomUUID } from 'node:crypto';
import type { EventName } from '@latchkey/protocol/seller/webhooks.ts';
import type { Refusal } from '../outcome.ts';
import { maskKey } from '../secrets/key-mask.ts';
import { licenseNames } from '../secrets/license-names.ts';
import type { Flag } from '../database/schema-columns.ts';
import type { ApplicationRow, Database } from '../database/schema.ts';
import { countDrop } from './drops.ts';

export interface Facts {
  /** Of a user that exists; what somebody typed as a name may be a password. */
  readonly username?: string | undefined;
  readonly ip?: string | undefined;
  /** The reason of a refusal or of a ban. */
  readonly reason?: string | undefined;
  /** Whole; told masked. */
  readonly license?: string | undefined;
  readonly subscription?: string | undefined;
  /** What a program wrote into the log, and the name of the computer that it gave. */
  readonly message?: string | undefined;
  readonly pcuser?: string | undefined;
}

/** What an event needs of the call that it happened in. */
export interface EventSource {
  readonly application: Pick<ApplicationRow, 'id' | 'name' | 'logWebhook' | 'eventNames'>;
  /** Unix seconds. */
  readonly now: number;
  readonly deliveries: { readonly noteEmitted: () => void };
}

/**
 * The most that waits for one target; what happens beyond that is not told, as the target is dead anyway, but counted. Twice: what
 * strangers can make happen in any number must not take the place of what users and sellers did.
 */
export const mostPending = 1000;
/** Longest message that chat programs take. */
const longestContent = 2000;

interface Target {
  readonly webid: string | null;
  readonly url: string;
}

/** Writes one delivery for each webhook that wants this event. `db`: the transaction of the change. */
export async function emitEvent(
  db: Database,
  { application, now, deliveries }: EventSource,
  event: EventName,
  facts: Facts,
): Promise<void> {
  if (!isWanted(application, event)) return;
  const targets = await targetsOf(db, application, event);
  const ofStrangers = isOfStrangers(event, facts) ? 1 : 0;
  const told = await tellable(db, application.id, facts);
  for (const target of targets) {
    if (await isFull(db, application.id, target, ofStrangers)) {
      await countDrop(db, application.id, 'event', 1, now);
      continue;
    }
    const id = randomUUID();
    const body = bodyOf({ id, event, at: now, application: application.name, facts: told }, target);
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

/** Whether it takes no account and no key to make it happen. */
function isOfStrangers(event: EventName, { username }: Facts): boolean {
  return event === 'log' ? username === undefined : event.endsWith('-failed');
}

/** Not told: what is part of an ordinary sign-in, and what may come in any number. */
const quietReasons: ReadonlySet<string> = new Set([
  'code-needed',
  'rate-limited',
  'overloaded',
  'session-gone',
]);

/** Tells of a refusal, after whatever it left in the database; of a success nothing. */
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

/** Known without asking the database. */
function isWanted(
  { logWebhook, eventNames }: EventSource['application'],
  event: EventName,
): boolean {
  return eventNames.split(',').includes(event) || (event === 'log' && logWebhook !== '');
}

/** After any change of webhooks, in its transaction. */
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

/** Before any change of webhooks: of two at once the second waits here, and then sees what the first one did. */
export async function holdEventNames(db: Database, applicationId: string): Promise<void> {
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
    .select(['webid', 'url', 'events'])
    .where('applicationId', '=', id)
    .where('events', '!=', '')
    .execute();
  const wanted = hooks
    .filter(({ events }) => events.split(',').includes(event))
    .map(({ webid, url }) => ({ webid, url }));
  return event === 'log' && logWebhook !== ''
    ? [...wanted, { webid: null, url: logWebhook }]
    : wanted;
}

async function isFull(
  db: Database,
  applicationId: string,
  { webid }: Target,
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
    .offset(mostPending - 1)
    .executeTakeFirst();
  return last !== undefined;
}

/**
 * SECURITY: who signs in with a license alone has it as user name and as password, so that name is masked, too, in whatever
 * case. Asked also where there is no user, so that a sign-in takes as long whether there is one or not.
 */
async function tellable(db: Database, applicationId: string, facts: Facts): Promise<Facts> {
  const { username, license } = facts;
  const secret = await licenseNames(db, applicationId, [username ?? '']);
  return {
    ...facts,
    ...(username !== undefined && secret.has(username) && { username: maskKey(username) }),
    ...(license !== undefined && { license: maskKey(license) }),
  };
}

interface Told {
  readonly id: string;
  readonly event: EventName;
  /** Unix seconds. */
  readonly at: number;
  readonly application: string;
  readonly facts: Facts;
}

/** The setting `webhook` is often a chat program's: it gets a line of text beside the facts, and may mention nobody. */
function bodyOf(told: Told, { webid }: Target): string {
  if (webid !== null) return JSON.stringify(told);
  const { username, ip, pcuser, message } = told.facts;
  const who = [username, pcuser, ip].filter((text) => text !== undefined).join(', ');
  const content = `${told.application}: ${message ?? ''}${who === '' ? '' : ` (${who})`}`;
  return JSON.stringify({
    content: content.slice(0, longestContent),
    allowed_mentions: { parse: [] },
    ...told,
  });
}

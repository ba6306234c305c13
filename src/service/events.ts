// What happened, for the seller's own programs: written as deliveries in the transaction of the change itself, so that it is
// told if and only if it happened. Sending is deliveries.ts.
// SECURITY: no password, code, session id or whole license key is ever a fact.
import { randomUUID } from 'node:crypto';
import type { EventName } from '../shared/wire/seller/webhooks.ts';
import type { ApplicationRow, Database } from './schema.ts';

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
  readonly application: Pick<ApplicationRow, 'id' | 'name' | 'logWebhook'>;
  /** Unix seconds. */
  readonly now: number;
  readonly deliveries: { readonly noteEmitted: () => void };
}

/** The most that waits for one target; what happens beyond that is not told, as the target is dead anyway. */
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
  const targets = await targetsOf(db, application, event);
  if (targets.length === 0) return;
  const told = await tellable(db, application.id, facts);
  for (const target of targets) {
    if (await isFull(db, application.id, target)) continue;
    const id = randomUUID();
    const body = bodyOf({ id, event, at: now, application: application.name, facts: told }, target);
    await db
      .insertInto('deliveries')
      .values({
        id,
        applicationId: application.id,
        ...target,
        event,
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

async function isFull(db: Database, applicationId: string, { webid }: Target): Promise<boolean> {
  const last = await db
    .selectFrom('deliveries')
    .select('id')
    .where('applicationId', '=', applicationId)
    .where('webid', webid === null ? 'is' : '=', webid)
    .where('status', '=', 'pending')
    .limit(1)
    .offset(mostPending - 1)
    .executeTakeFirst();
  return last !== undefined;
}

/** SECURITY: who signs in with a license alone has it as user name and as password, so that name is masked, too. */
async function tellable(db: Database, applicationId: string, facts: Facts): Promise<Facts> {
  const { username, license } = facts;
  const isLicense =
    username !== undefined &&
    (await db
      .selectFrom('licenses')
      .select('key')
      .where('applicationId', '=', applicationId)
      .where('key', '=', username)
      .executeTakeFirst()) !== undefined;
  return {
    ...facts,
    ...(isLicense && { username: maskKey(username) }),
    ...(license !== undefined && { license: maskKey(license) }),
  };
}

/** All but the last four characters; all of them where that would be half of it or more. */
export function maskKey(key: string): string {
  const shown = key.length > 8 ? key.slice(-4) : '';
  return `****${shown}`;
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

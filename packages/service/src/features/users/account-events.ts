// Records changes of an account that its user should know about (docs/protocol.md#account-events).
// They are a short list in the user's row, which is read with it.
import { randomUUID } from 'node:crypto';
import type { AccountEventAnswer } from '@latchkey/protocol/client/common.ts';
import type { FollowUp } from '../../api/follow-ups.ts';
import type { Transaction } from '../../database/schema.ts';
import type { Mailer } from '../../outbound/mail.ts';
import type { ServiceSecret } from '../../secrets/service-secret.ts';
import { mailEvent } from './event-mails.ts';
import { readEvents, type AccountEvent, type AccountEventName } from './stored-events.ts';

const maxStored = 10;
const shownSeconds = 90 * 24 * 60 * 60;

export function bySeller(event: AccountEventName, computer = ''): AccountEvent {
  return { event, by: 'seller', computer };
}

export interface EventCall {
  /** The transaction of the change. */
  readonly db: Transaction;
  readonly now: number;
  readonly mailer: Mailer | null;
  readonly secret: ServiceSecret;
  readonly afterwards: (work: FollowUp) => void;
}

/**
 * Records an event, and mails it after the transaction. Returns the stored list, for an answer in
 * the same transaction. `formerAddress` is a sealed address that gets the mail instead of the user's.
 */
export async function recordAccountEvent(
  { db, now: at, mailer, secret, afterwards }: EventCall,
  userId: string,
  event: AccountEvent,
  formerAddress: string | null = null,
): Promise<string> {
  const id = randomUUID();
  const about = { userId, eventId: id, formerAddress };
  afterwards((laterDb) => mailEvent({ mailer, secret, now: at }, laterDb, about));
  // Locks the row, because the list is read and rewritten.
  const { accountEvents } = await db
    .updateTable('users')
    .set((eb) => ({ accountEvents: eb.ref('accountEvents') }))
    .where('id', '=', userId)
    .returning('accountEvents')
    .executeTakeFirstOrThrow();
  const events = [{ ...event, at, id }, ...readEvents(accountEvents)].slice(0, maxStored);
  const stored = JSON.stringify(events);
  await db.updateTable('users').set({ accountEvents: stored }).where('id', '=', userId).execute();
  return stored;
}

export function eventsAnswer(
  stored: string | null,
  now: number,
): (Omit<AccountEventAnswer, 'at'> & { readonly at: number })[] {
  return readEvents(stored)
    .filter(({ at }) => at > now - shownSeconds)
    .map(({ event, at, computer, by }) => ({ event, at, computer, by }));
}

/** Returns the name of a session's computer or browser, or an empty text. */
export async function computerOfSession(db: Transaction, idHash: string): Promise<string> {
  const row = await db
    .selectFrom('sessions')
    .leftJoin('devices', (join) =>
      join
        .onRef('devices.userId', '=', 'sessions.userId')
        .onRef('devices.hwid', '=', 'sessions.hwid'),
    )
    .select(['devices.name', 'sessions.browser'])
    .where('sessions.idHash', '=', idHash)
    .executeTakeFirst();
  return row?.name ?? row?.browser ?? '';
}

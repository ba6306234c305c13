// Records changes of an account that its user should know about (docs/protocol.md#account-events).
// They are a short list in the user's row, which is read with it.
import type { AccountEventAnswer } from '@latchkey/protocol/client/common.ts';
import type { Transaction } from '../../database/schema.ts';

const maxStored = 10;
const shownSeconds = 90 * 24 * 60 * 60;

export type AccountEventName =
  | 'password-changed'
  | 'computer-removed'
  | 'recovery-code-used'
  | 'two-factor-off';

export interface AccountEvent {
  readonly event: AccountEventName;
  /** `link`: with the link in a mail. */
  readonly by: 'user' | 'seller' | 'link';
  /** The removed computer, or the one where the change was made; empty if unknown. */
  readonly computer: string;
}

export function bySeller(event: AccountEventName, computer = ''): AccountEvent {
  return { event, by: 'seller', computer };
}

interface StoredEvent extends AccountEvent {
  /** Unix seconds. */
  readonly at: number;
}

export interface EventCall {
  /** The transaction of the change. */
  readonly db: Transaction;
  readonly now: number;
}

/** Returns the stored list, for an answer in the same transaction. */
export async function recordAccountEvent(
  { db, now: at }: EventCall,
  userId: string,
  event: AccountEvent,
): Promise<string> {
  // Locks the row, because the list is read and rewritten.
  const { accountEvents } = await db
    .updateTable('users')
    .set((eb) => ({ accountEvents: eb.ref('accountEvents') }))
    .where('id', '=', userId)
    .returning('accountEvents')
    .executeTakeFirstOrThrow();
  const events = [{ ...event, at }, ...readEvents(accountEvents)].slice(0, maxStored);
  const stored = JSON.stringify(events);
  await db.updateTable('users').set({ accountEvents: stored }).where('id', '=', userId).execute();
  return stored;
}

function readEvents(stored: string | null): readonly StoredEvent[] {
  return stored === null ? [] : (JSON.parse(stored) as readonly StoredEvent[]); // written above
}

export function eventsAnswer(
  stored: string | null,
  now: number,
): (Omit<AccountEventAnswer, 'at'> & { readonly at: number })[] {
  return readEvents(stored)
    .filter(({ at }) => at > now - shownSeconds)
    .map(({ event, at, computer, by }) => ({ event, at, computer, by }));
}

/** Returns the name of a session's computer, or an empty text. */
export async function computerOfSession(db: Transaction, idHash: string): Promise<string> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('devices', (join) =>
      join
        .onRef('devices.userId', '=', 'sessions.userId')
        .onRef('devices.hwid', '=', 'sessions.hwid'),
    )
    .select('devices.name')
    .where('sessions.idHash', '=', idHash)
    .executeTakeFirst();
  return row?.name ?? '';
}

// Holds the seat of a removed computer until its offline pass ends, so that removals and passes do
// not multiply computers (docs/protocol.md#removing-a-computer).
import type { ApplicationRow, Database, Transaction } from '../../database/schema.ts';
import { statement } from '../../database/statement.ts';
import { refuse, type Refusal } from '../../outcome.ts';

export interface HeldSeat {
  readonly hwid: string;
  /** Unix seconds at which the seat is free. */
  readonly endsAt: number;
}

interface HeldCall {
  readonly db: Database;
  readonly application: Pick<ApplicationRow, 'hwidLock'>;
  readonly now: number;
}

const readHeld = statement(
  (db, { userId, now }: { readonly userId: string; readonly now: number }) =>
    db
      .selectFrom('offlinePasses')
      .select(['hwid', 'endsAt'])
      .where('userId', '=', userId)
      .where('seatHeld', '=', 1)
      .where('endsAt', '>', now)
      .orderBy('endsAt')
      .orderBy('hwid'),
);

/**
 * Returns the seats that are held for other computers than `hwid`, the first one to become free
 * first. Reads nothing without the device lock.
 */
export async function heldSeats(
  { db, application, now }: HeldCall,
  userId: string,
  hwid: string | undefined,
): Promise<readonly HeldSeat[]> {
  if (application.hwidLock === 0) return [];
  return (await readHeld(db, { userId, now })).filter((held) => held.hwid !== hwid);
}

/** `taken`: the number of seats that are bound or held. */
export function refuseHeld(held: readonly HeldSeat[], taken: number, allowed: number): Refusal {
  const last = held[Math.min(Math.max(taken - allowed, 0), held.length - 1)];
  return refuse('seat-held', last === undefined ? {} : { until: last.endsAt });
}

/**
 * Call it before the computer is removed. Returns unix seconds at which the seat is free; null if
 * the computer has no running pass.
 */
export async function holdSeat(
  db: Transaction,
  userId: string,
  hwid: string,
  now: number,
): Promise<number | null> {
  const row = await db
    .updateTable('offlinePasses')
    .set({ seatHeld: 1 })
    .where('userId', '=', userId)
    .where('hwid', '=', hwid)
    .where('endsAt', '>', now)
    .returning('endsAt')
    .executeTakeFirst();
  return row?.endsAt ?? null;
}

/** Call it when the computer takes a seat again. */
export async function releaseSeat(db: Transaction, userId: string, hwid: string): Promise<void> {
  await db
    .updateTable('offlinePasses')
    .set({ seatHeld: 0 })
    .where('userId', '=', userId)
    .where('hwid', '=', hwid)
    .execute();
}

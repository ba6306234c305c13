// Holds the seat of a removed computer until its offline pass ends, so that removals and passes do
// not multiply computers (docs/protocol.md#removing-a-computer). With `passrelease=now` the seat is
// free, and the computer that takes it gets no pass meanwhile (passes.ts).
import type { ApplicationRow, Database, Transaction } from '../../database/schema.ts';
import type { Flag } from '../../database/schema-columns.ts';
import { statement } from '../../database/statement.ts';
import { refuse, type Refusal } from '../../outcome.ts';

/** An offline pass that has not ended. */
export interface RunningPass {
  readonly hwid: string;
  /** Unix seconds. */
  readonly endsAt: number;
  /** Whether the user has removed the computer. */
  readonly seatHeld: Flag;
}

interface HeldCall {
  readonly db: Database;
  readonly application: Pick<ApplicationRow, 'hwidLock' | 'passRelease'>;
  readonly now: number;
}

const readRunning = statement(
  (db, { userId, now }: { readonly userId: string; readonly now: number }) =>
    db
      .selectFrom('offlinePasses')
      .select(['hwid', 'endsAt', 'seatHeld'])
      .where('userId', '=', userId)
      .where('endsAt', '>', now)
      .orderBy('endsAt')
      .orderBy('hwid'),
);

/** Returns the passes of a user that have not ended, the first one to end first. */
export function runningPasses(
  { db, now }: Pick<HeldCall, 'db' | 'now'>,
  userId: string,
): Promise<readonly RunningPass[]> {
  return readRunning(db, { userId, now });
}

/** Whether removed computers keep their seats until their passes end. */
export function holdsSeats({ hwidLock, passRelease }: HeldCall['application']): boolean {
  return hwidLock === 1 && passRelease === 'wait';
}

/**
 * Returns the seats that are held for other computers than `hwid`, the first one to become free
 * first. Reads nothing if no seats are held.
 */
export async function heldSeats(
  call: HeldCall,
  userId: string,
  hwid: string | undefined,
): Promise<readonly RunningPass[]> {
  if (!holdsSeats(call.application)) return [];
  return passesOfRemoved(await runningPasses(call, userId), hwid);
}

/** The passes of removed computers other than `hwid`. */
export function passesOfRemoved(running: readonly RunningPass[], hwid: string | undefined) {
  return running.filter((pass) => pass.seatHeld === 1 && pass.hwid !== hwid);
}

/** `taken`: the number of seats that are bound or held. */
export function refuseHeld(held: readonly RunningPass[], taken: number, allowed: number): Refusal {
  const last = held[Math.min(Math.max(taken - allowed, 0), held.length - 1)];
  return refuse('seat-held', last === undefined ? {} : { until: last.endsAt });
}

/**
 * Call it before the computer is removed. Returns unix seconds at which its pass ends; null if it
 * has no running pass.
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

// Counts the computers that users removed themselves (docs/protocol.md#removing-a-computer). The
// setting `resets` is the number of removals in 30 days, and 0 turns them off.
import { createHmac } from 'node:crypto';
import { clockToleranceSeconds } from '../../clock.ts';
import type { ApplicationRow, Database, Transaction } from '../../database/schema.ts';
import type { ServiceSecret } from '../../secrets/service-secret.ts';
import type { BoundDevice, Computer } from './devices.ts';

const windowSeconds = 30 * 86_400;

type Application = Pick<ApplicationRow, 'hwidLock' | 'resets'>;

/** Without the lock, computers are not limited, and there is nothing to remove. */
export function allowsRemovals({ hwidLock, resets }: Application): boolean {
  return hwidLock === 1 && resets > 0;
}

/** Older programs send no `computer`, and would not understand the answer. */
export function canOfferRemoval(application: Application, { hwid, computer }: Computer): boolean {
  return allowsRemovals(application) && hwid !== undefined && computer !== undefined;
}

export interface Resets {
  readonly left: number;
  /** Unix seconds at which the oldest removal no longer counts; null if none counts. */
  readonly next: number | null;
}

/** The numbers are final only in a transaction that has locked the user's row. */
export async function resetsOf(
  { db, application: { resets }, now }: RemovalCall<Database>,
  userId: string,
): Promise<Resets> {
  const counted = await db
    .selectFrom('computerRemovals')
    .select('removedAt')
    .where('userId', '=', userId)
    .where('removedAt', '>', now - windowSeconds)
    // A later one was written while the clock was ahead.
    .where('removedAt', '<=', now + clockToleranceSeconds)
    .orderBy('removedAt')
    .execute();
  // After the setting was lowered, several removals must expire before another one is possible.
  const oldest = counted[Math.max(0, counted.length - resets)];
  return {
    left: Math.max(0, resets - counted.length),
    next: oldest === undefined ? null : oldest.removedAt + windowSeconds,
  };
}

interface RemovalCall<Db> {
  readonly db: Db;
  readonly application: Application;
  readonly now: number;
}

/** Records a removal, and deletes those of the user that no longer count. */
export async function recordRemoval(
  { db, now }: Pick<RemovalCall<Transaction>, 'db' | 'now'>,
  userId: string,
  ticket: string,
): Promise<void> {
  await db
    .deleteFrom('computerRemovals')
    .where('userId', '=', userId)
    .where('removedAt', '<=', now - windowSeconds)
    .execute();
  await db.insertInto('computerRemovals').values({ userId, ticket, removedAt: now }).execute();
}

export async function isTicketUsed(db: Transaction, ticket: string): Promise<boolean> {
  const row = await db
    .selectFrom('computerRemovals')
    .select('ticket')
    .where('ticket', '=', ticket)
    .executeTakeFirst();
  return row !== undefined;
}

const idBytes = 16;

/**
 * The id by which a user's programs name a computer.
 * SECURITY: device ids stay secret, because a program can send any of them. The id of a computer
 * differs between users, so that nobody learns who shares one.
 */
export function computerIdOf(
  secret: Pick<ServiceSecret, 'deriveKey'>,
  userId: string,
  hwid: string,
): string {
  return createHmac('sha256', secret.deriveKey('computer ids'))
    .update(JSON.stringify([userId, hwid]))
    .digest()
    .subarray(0, idBytes)
    .toString('base64url');
}

/** The computers of a user, in the order of their binding. */
export function computersList(
  secret: Pick<ServiceSecret, 'deriveKey'>,
  userId: string,
  bound: readonly BoundDevice[],
) {
  return bound.map(({ hwid, name, system, lastSeenAt: lastSeen }) => ({
    id: computerIdOf(secret, userId, hwid),
    name,
    system,
    lastSeen,
  }));
}

// Pauses and resumes any number of subscriptions. A paused subscription stores its remaining
// seconds, so that no time is lost.
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { ApplicationRow, Tables, Transaction } from '../../database/schema.ts';
import { resumedEnd } from './revoked-ends.ts';

type SubscriptionFilter = (
  eb: ExpressionBuilder<Tables, 'subscriptions'>,
) => ExpressionWrapper<Tables, 'subscriptions', SqlBool>;

/** A subscription that was already paused with the application no longer resumes with it. */
export async function pauseSubscriptions(
  transaction: Transaction,
  filter: SubscriptionFilter,
  now: number,
): Promise<void> {
  await transaction
    .updateTable('subscriptions')
    .set((eb) => ({ remainingSeconds: eb('expiresAt', '-', now), expiresAt: null }))
    .where('expiresAt', '>', now)
    .where(filter)
    .execute();
  await transaction
    .updateTable('subscriptions')
    .set({ pausedWithApplication: 0 })
    .where('remainingSeconds', 'is not', null)
    .where('pausedWithApplication', '=', 1)
    .where(filter)
    .execute();
}

/**
 * While the application is paused, the subscriptions resume only with it, because nobody could use
 * them before.
 */
export async function resumeSubscriptions(
  transaction: Transaction,
  application: Pick<ApplicationRow, 'id'>,
  filter: SubscriptionFilter,
  now: number,
): Promise<void> {
  const paused = await lockPaused(transaction, application);
  const updates = transaction
    .updateTable('subscriptions')
    .where('remainingSeconds', 'is not', null)
    .where('pausedWithApplication', '=', 0)
    .where(filter);
  await (
    paused
      ? updates.set({ pausedWithApplication: 1 })
      : updates.set({ expiresAt: resumedEnd(now), remainingSeconds: null })
  ).execute();
}

/** A subscription that starts while the application is paused is paused with it. */
export async function pauseWithApplication(
  transaction: Transaction,
  application: Pick<ApplicationRow, 'id' | 'paused'>,
  filter: SubscriptionFilter,
  now: number,
): Promise<void> {
  if (application.paused === 0 || !(await lockPaused(transaction, application))) return;
  await transaction
    .updateTable('subscriptions')
    .set((eb) => ({
      remainingSeconds: eb('expiresAt', '-', now),
      expiresAt: null,
      pausedWithApplication: 1,
    }))
    .where('expiresAt', '>', now)
    .where(filter)
    .execute();
}

/**
 * Returns whether the application is paused. Locks its row, so that this does not change meanwhile.
 */
async function lockPaused(
  transaction: Transaction,
  { id }: Pick<ApplicationRow, 'id'>,
): Promise<boolean> {
  const { paused } = await transaction
    .updateTable('applications')
    .set((eb) => ({ paused: eb.ref('paused') }))
    .where('id', '=', id)
    .returning('paused')
    .executeTakeFirstOrThrow();
  return paused === 1;
}

/** Matches all subscriptions of a user. */
export function ownedBy(userId: string): SubscriptionFilter {
  return (eb) => eb.and([eb('subscriptions.userId', '=', userId)]);
}

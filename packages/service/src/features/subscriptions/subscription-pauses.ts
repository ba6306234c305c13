// Pausing and resuming what users own, for any number of them at once. No time is lost: a paused subscription holds its
// remaining seconds. Must run inside a transaction.
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { ApplicationRow, Tables, Transaction } from '../../database/schema.ts';

type Which = (
  eb: ExpressionBuilder<Tables, 'subscriptions'>,
) => ExpressionWrapper<Tables, 'subscriptions', SqlBool>;

/** What was paused with the application is paused for itself then, and does not resume with it. */
export async function pauseSubscriptions(
  transaction: Transaction,
  which: Which,
  now: number,
): Promise<void> {
  await transaction
    .updateTable('subscriptions')
    .set((eb) => ({ remainingSeconds: eb('expiresAt', '-', now), expiresAt: null }))
    .where('expiresAt', '>', now)
    .where(which)
    .execute();
  await transaction
    .updateTable('subscriptions')
    .set({ pausedWithApplication: 0 })
    .where('remainingSeconds', 'is not', null)
    .where('pausedWithApplication', '=', 1)
    .where(which)
    .execute();
}

/** What is to resume while the application is paused resumes with it: else its time would run while nobody can use it. */
export async function resumeSubscriptions(
  transaction: Transaction,
  application: Pick<ApplicationRow, 'id'>,
  which: Which,
  now: number,
): Promise<void> {
  const paused = await takePaused(transaction, application);
  const theirs = transaction
    .updateTable('subscriptions')
    .where('remainingSeconds', 'is not', null)
    .where('pausedWithApplication', '=', 0)
    .where(which);
  await (
    paused
      ? theirs.set({ pausedWithApplication: 1 })
      : theirs.set((eb) => ({
          expiresAt: eb('remainingSeconds', '+', now),
          remainingSeconds: null,
        }))
  ).execute();
}

/** What begins to run while the application is paused waits for it, too. Nothing happens where it is not. */
export async function pauseWithApplication(
  transaction: Transaction,
  application: Pick<ApplicationRow, 'id' | 'paused'>,
  which: Which,
  now: number,
): Promise<void> {
  if (application.paused === 0 || !(await takePaused(transaction, application))) return;
  await transaction
    .updateTable('subscriptions')
    .set((eb) => ({
      remainingSeconds: eb('expiresAt', '-', now),
      expiresAt: null,
      pausedWithApplication: 1,
    }))
    .where('expiresAt', '>', now)
    .where(which)
    .execute();
}

/** Takes the row, so that nobody pauses or resumes the application meanwhile. */
async function takePaused(
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

/** All that a user owns, for the functions here. */
export function ownedBy(userId: string): Which {
  return (eb) => eb.and([eb('subscriptions.userId', '=', userId)]);
}

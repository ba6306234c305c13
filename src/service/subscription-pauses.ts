// Pausing and resuming what users own, for any number of them at once. No time is lost: a paused subscription holds its
// remaining seconds. Must run inside a transaction.
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { ApplicationRow, Database, Tables } from './schema.ts';

type Which = (
  eb: ExpressionBuilder<Tables, 'subscriptions'>,
) => ExpressionWrapper<Tables, 'subscriptions', SqlBool>;

/** What was paused with the application is paused for itself then, and does not resume with it. */
export async function pauseSubscriptions(
  transaction: Database,
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
  transaction: Database,
  application: Pick<ApplicationRow, 'id'>,
  which: Which,
  now: number,
): Promise<void> {
  // Takes the row, so that nobody resumes the application meanwhile.
  const { paused } = await transaction
    .updateTable('applications')
    .set((eb) => ({ paused: eb.ref('paused') }))
    .where('id', '=', application.id)
    .returning('paused')
    .executeTakeFirstOrThrow();
  const theirs = transaction
    .updateTable('subscriptions')
    .where('remainingSeconds', 'is not', null)
    .where('pausedWithApplication', '=', 0)
    .where(which);
  await (
    paused === 1
      ? theirs.set({ pausedWithApplication: 1 })
      : theirs.set((eb) => ({
          expiresAt: eb('remainingSeconds', '+', now),
          remainingSeconds: null,
        }))
  ).execute();
}

/** The sessions of users that `which` chose and who have nothing left that runs. */
export async function endIdleSessions(
  transaction: Database,
  which: Which,
  now: number,
): Promise<void> {
  await transaction
    .deleteFrom('sessions')
    .where('userId', 'in', (eb) => eb.selectFrom('subscriptions').select('userId').where(which))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('subscriptions as running')
            .select('running.userId')
            .whereRef('running.userId', '=', 'sessions.userId')
            .where('running.expiresAt', '>', now),
        ),
      ),
    )
    .execute();
}

// `pauseapp` and `unpauseapp`: the application stops with all that runs in it, and no user loses time by it.
import type { settingsApi } from '../../shared/wire/seller/settings.ts';
import type { Flag } from '../database/schema-columns.ts';
import type { Database } from '../database/schema.ts';
import { done, fail, type SellerRuns } from '../seller-call.ts';
import { userRanges, type UserRange } from '../users/user-ranges.ts';

type Pausing = SellerRuns<Pick<typeof settingsApi, 'pauseapp' | 'unpauseapp'>>;

export const pausing: Pausing = {
  async pauseapp({ db, application: { id }, now }) {
    if (!(await changePaused(db, id, 0, 1))) return fail('Application is already paused!');
    for await (const range of userRanges(db, id))
      await subscriptionsOf(db, id, range)
        .set((eb) => ({
          remainingSeconds: eb('expiresAt', '-', now),
          expiresAt: null,
          pausedWithApplication: 1,
        }))
        .where('expiresAt', '>', now)
        .execute();
    await endAllSessions(db, id);
    return done();
  },
  async unpauseapp({ db, application: { id }, now }) {
    if (!(await changePaused(db, id, 1, 0))) return fail('Application is not paused!');
    for await (const range of userRanges(db, id))
      await subscriptionsOf(db, id, range)
        .set((eb) => ({
          expiresAt: eb('remainingSeconds', '+', now),
          remainingSeconds: null,
          pausedWithApplication: 0,
        }))
        .where('pausedWithApplication', '=', 1)
        .where('remainingSeconds', 'is not', null)
        .execute();
    return done();
  },
};

/** Those that are initialised only, too: their programs begin anew and are told why they may not. */
export async function endAllSessions(db: Database, applicationId: string): Promise<void> {
  await db.deleteFrom('sessions').where('applicationId', '=', applicationId).execute();
}

/** Comes first: of two at once the second waits at this row, and then finds it done. */
async function changePaused(
  db: Database,
  applicationId: string,
  from: Flag,
  to: Flag,
): Promise<boolean> {
  const changed = await db
    .updateTable('applications')
    .set({ paused: to })
    .where('id', '=', applicationId)
    .where('paused', '=', from)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

function subscriptionsOf(db: Database, applicationId: string, { after, upTo }: UserRange) {
  return db
    .updateTable('subscriptions')
    .where('userId', '>', after)
    .where('userId', '<=', upTo)
    .where('planId', 'in', (eb) =>
      eb.selectFrom('plans').select('plans.id').where('plans.applicationId', '=', applicationId),
    );
}

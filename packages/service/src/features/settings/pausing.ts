// `pauseapp` and `unpauseapp`: pause an application and its subscriptions, so that no user loses
// time.
import { among } from '../../database/among.ts';
import { setImmediate as turn } from 'node:timers/promises';
import type { settingsApi } from '@latchkey/protocol/seller/settings.ts';
import type { Flag } from '../../database/schema-columns.ts';
import type { Database, Transaction } from '../../database/schema.ts';
import { done, fail, type SellerRuns } from '../../api/seller-call.ts';
import { endSessions } from '../../database/session-ending.ts';
import { endingSessions, overUsers } from '../../api/passes.ts';

type Pausing = SellerRuns<Pick<typeof settingsApi, 'pauseapp' | 'unpauseapp'>>;

export const pausing: Pausing = {
  pauseapp: {
    async begin({ db, application: { id } }) {
      const changed = await changePaused(db, id, 0, 1);
      return changed ? { subject: '' } : fail('Application is already paused!');
    },
    passes: [
      // Counts from the pause itself: the duration of this change costs users no time.
      overUsers(async ({ db, application, startedAt }, _request, ids) => {
        const { numUpdatedRows } = await subscriptionsOf(db, application.id, ids)
          .set((eb) => ({
            remainingSeconds: eb('expiresAt', '-', startedAt),
            expiresAt: null,
            pausedWithApplication: 1,
          }))
          .where('expiresAt', '>', startedAt)
          .executeTakeFirst();
        return Number(numUpdatedRows);
      }),
      // Includes initialised sessions, so that their programs start again and get the refusal.
      endingSessions,
    ],
    end: () => done(),
  },
  unpauseapp: {
    async begin({ db, application: { id } }) {
      const changed = await changePaused(db, id, 1, 0);
      return changed ? { subject: '' } : fail('Application is not paused!');
    },
    passes: [
      // Counts from when the users can use it again.
      overUsers(async ({ db, application, now }, _request, ids) => {
        const { numUpdatedRows } = await subscriptionsOf(db, application.id, ids)
          .set((eb) => ({
            expiresAt: eb('remainingSeconds', '+', now),
            remainingSeconds: null,
            pausedWithApplication: 0,
          }))
          .where('pausedWithApplication', '=', 1)
          .where('remainingSeconds', 'is not', null)
          .executeTakeFirst();
        return Number(numUpdatedRows);
      }),
    ],
    end: () => done(),
  },
};

const inPart = 500;

/**
 * Like `endingSessions`, but outside of a long change: in separate statements, so that others write
 * in between. `until`: unix seconds; sessions opened later, once the application is back, stay.
 */
export async function endSessionsUntil(
  db: Database,
  applicationId: string,
  until: number,
): Promise<void> {
  for (let from = 0; ;) {
    const ending = { applicationId, now: until, from, opened: 'until-then' } as const;
    const { count, upTo } = await endSessions(db, ending, inPart);
    if (count < inPart) return;
    from = upTo;
    await turn();
  }
}

/**
 * Runs first, because it locks the row: the second of two concurrent calls finds the change done.
 */
async function changePaused(
  db: Transaction,
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

function subscriptionsOf(db: Transaction, applicationId: string, userIds: readonly string[]) {
  return db
    .updateTable('subscriptions')
    .where('userId', 'in', among(db, userIds))
    .where('planId', 'in', (eb) =>
      eb.selectFrom('plans').select('plans.id').where('plans.applicationId', '=', applicationId),
    );
}

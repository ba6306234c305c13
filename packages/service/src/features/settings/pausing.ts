// `pauseapp` and `unpauseapp`: suspend an application and its subscriptions, so that no user loses
// time. Sessions stay: they are refused while the application is paused, and then continue.
import { inList } from '../../database/in-list.ts';
import { setImmediate as turn } from 'node:timers/promises';
import type { settingsApi } from '@latchkey/protocol/seller/settings.ts';
import type { Flag } from '../../database/schema-columns.ts';
import type { Database, Transaction } from '../../database/schema.ts';
import { done, fail, type SellerHandlers } from '../../api/seller-call.ts';
import { endSessions } from '../../database/session-ending.ts';
import { userPass } from '../../api/passes.ts';
import { resumedEnd } from '../subscriptions/revoked-ends.ts';

type Pausing = SellerHandlers<Pick<typeof settingsApi, 'pauseapp' | 'unpauseapp'>>;

export const pausing: Pausing = {
  pauseapp: {
    async begin({ db, application: { id } }) {
      const changed = await changePaused(db, id, 0, 1);
      return changed ? { subject: '' } : fail('already-paused');
    },
    passes: [
      // Counts from the start of the change, so that its duration costs users no time.
      userPass(async ({ db, application, startedAt }, _request, ids) => {
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
    ],
    end: () => done(),
  },
  unpauseapp: {
    async begin({ db, application: { id } }) {
      const changed = await changePaused(db, id, 1, 0);
      return changed ? { subject: '' } : fail('not-paused');
    },
    passes: [
      // Counts from now, because only now can the users use the application again.
      userPass(async ({ db, application, now }, _request, ids) => {
        const { numUpdatedRows } = await subscriptionsOf(db, application.id, ids)
          .set({
            expiresAt: resumedEnd(now),
            remainingSeconds: null,
            pausedWithApplication: 0,
          })
          .where('pausedWithApplication', '=', 1)
          .where('remainingSeconds', 'is not', null)
          .executeTakeFirst();
        return Number(numUpdatedRows);
      }),
    ],
    end: () => done(),
  },
};

const batchSize = 500;

/**
 * Ends the sessions opened up to `until` (unix seconds), in separate statements, so that other
 * writers need not wait. Later sessions stay, because the application may be enabled again.
 */
export async function endSessionsUntil(
  db: Database,
  applicationId: string,
  until: number,
): Promise<void> {
  for (let from = 0; ;) {
    const ending = { applicationId, now: until, from, opened: 'until-then' } as const;
    const { count, lastPosition } = await endSessions(db, ending, batchSize);
    if (count < batchSize) return;
    from = lastPosition;
    await turn();
  }
}

/** Changes the flag and locks the row. Returns false to the second of two concurrent calls. */
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
    .where('userId', 'in', inList(db, userIds))
    .where('planId', 'in', (eb) =>
      eb.selectFrom('plans').select('plans.id').where('plans.applicationId', '=', applicationId),
    );
}

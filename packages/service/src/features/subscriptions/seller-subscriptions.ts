// Seller API operations on subscriptions (plans).
import { inList } from '../../database/in-list.ts';
import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import type { subscriptionsApi } from '@latchkey/protocol/seller/subscriptions.ts';
import { isTaken, withFold } from '../../database/names.ts';
import type { Database, Tables } from '../../database/schema.ts';
import {
  done,
  fail,
  type SellerCall,
  type SellerHandlers,
  type SellerChange,
} from '../../api/seller-call.ts';
import { readPage, type Page } from '../../api/seller-page.ts';
import { pauseSubscriptions, resumeSubscriptions } from './subscription-pauses.ts';
import { listedFeature, readFeatures } from './stored-features.ts';
import { isRunningOrPaused } from './subscriptions.ts';
import { finalPass, userPass } from '../../api/passes.ts';
import { findPlan } from '../users/users.ts';

export const subscriptions: SellerHandlers<typeof subscriptionsApi> = {
  async addsub(call, { name, level, computers = 1, gracedays = 0, trialdays = 0 }) {
    const { db, application, now } = call;
    const id = randomUUID();
    if (await isTaken(db, 'plans', application.id, name)) return fail('subscription-exists');
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('plans')
      .values({
        id,
        applicationId: application.id,
        ...withFold('name', name),
        level,
        computers,
        graceDays: gracedays,
        createdAt: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) return fail('subscription-exists');
    await setTrial(call, id, trialdays);
    return done();
  },

  async editsub(call, { sub, level, computers, gracedays, trialdays }) {
    if ([level, computers, gracedays, trialdays].every((one) => one === undefined))
      return fail('nothing-to-update');
    const plan = await call.db
      .updateTable('plans')
      .set((eb) => ({
        level: level ?? eb.ref('level'),
        computers: computers ?? eb.ref('computers'),
        graceDays: gracedays ?? eb.ref('graceDays'),
      }))
      .where('applicationId', '=', call.application.id)
      .where('name', '=', sub)
      .returning('id')
      .executeTakeFirst();
    if (plan === undefined) return fail('subscription-unknown');
    if (trialdays !== undefined) await setTrial(call, plan.id, trialdays);
    return done();
  },

  delappsub: {
    begin: (call, { name }) => beginForPlan(call, name),
    passes: [
      userPass(async ({ db, subject, now }, _request, ids) => {
        const { count } = await db
          .selectFrom('subscriptions')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where(subscriptionsOfPlan(db, subject, ids))
          .where(isRunningOrPaused(now))
          .executeTakeFirstOrThrow();
        await db
          .deleteFrom('subscriptions')
          .where(subscriptionsOfPlan(db, subject, ids))
          .execute();
        await db
          .deleteFrom('grants')
          .where('planId', '=', subject)
          .where('userId', 'in', inList(db, ids))
          .execute();
        return count;
      }),
      finalPass(async (call) => {
        await setTrial(call, call.subject, 0);
        return call.db.deleteFrom('plans').where('id', '=', call.subject).execute();
      }),
    ],
    end: ({ changed }) => done({ users: String(changed) }),
  },

  pausesub: {
    begin: (call, { subscription }) => beginForPlan(call, subscription),
    passes: [
      userPass(async ({ db, subject, startedAt }, _request, ids) => {
        await pauseSubscriptions(db, subscriptionsOfPlan(db, subject, ids), startedAt);
        return ids.length;
      }),
    ],
    end: () => done(),
  },

  unpausesub: {
    begin: (call, { subscription }) => beginForPlan(call, subscription),
    passes: [
      userPass(async ({ db, application, subject, now }, _request, ids) => {
        await resumeSubscriptions(db, application, subscriptionsOfPlan(db, subject, ids), now);
        return ids.length;
      }),
    ],
    end: () => done(),
  },

  fetchallsubs: (call, page) => readPlans(call, page, null),
};

/**
 * Makes this the subscription of the free trial, instead of any other. With 0 days, it no longer is.
 */
async function setTrial(
  { db, application }: Pick<SellerChange, 'db' | 'application'>,
  planId: string,
  days: number,
): Promise<void> {
  await db
    .updateTable('applications')
    .set(days > 0 ? { trialPlanId: planId, trialDays: days } : { trialPlanId: null, trialDays: 0 })
    .where('id', '=', application.id)
    .$if(days === 0, (query) => query.where('trialPlanId', '=', planId))
    .execute();
}

/** Reads the subscriptions of these levels, or all if it is null. */
export async function readPlans(
  { db, application }: SellerCall,
  page: Page,
  levels: readonly string[] | null,
) {
  const { rows, ...more } = await readPage(
    db
      .selectFrom('plans')
      .select(['id', 'name', 'level', 'computers', 'graceDays', 'features'])
      .where('applicationId', '=', application.id)
      .$if(levels !== null, (query) => query.where('level', 'in', levels ?? []))
      .orderBy('createdAt')
      .orderBy('id'),
    page,
  );
  const subs = rows.map(({ id, name, level, computers, graceDays, features }) => ({
    name,
    level,
    computers: String(computers),
    gracedays: String(graceDays),
    ...(application.trialPlanId === id && { trialdays: String(application.trialDays) }),
    ...(features !== null && { features: readFeatures(features).map(listedFeature) }),
  }));
  return done({ subs, ...more });
}

async function beginForPlan(call: SellerChange, name: string) {
  const plan = await findPlan(call, name);
  return plan === undefined ? fail('subscription-unknown') : { subject: plan.id };
}

function subscriptionsOfPlan(db: Database, planId: string, userIds: readonly string[]) {
  return (eb: ExpressionBuilder<Tables, 'subscriptions'>) =>
    eb.and([
      eb('subscriptions.planId', '=', planId),
      eb('subscriptions.userId', 'in', inList(db, userIds)),
    ]);
}

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
  async addsub({ db, application, now }, { name, level, computers = 1, gracedays = 0 }) {
    if (await isTaken(db, 'plans', application.id, name)) return fail('subscription-exists');
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('plans')
      .values({
        id: randomUUID(),
        applicationId: application.id,
        ...withFold('name', name),
        level,
        computers,
        graceDays: gracedays,
        createdAt: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n ? done() : fail('subscription-exists');
  },

  async editsub({ db, application }, { sub, level, computers, gracedays }) {
    if ([level, computers, gracedays].every((one) => one === undefined))
      return fail('nothing-to-update');
    const { numUpdatedRows } = await db
      .updateTable('plans')
      .set({
        ...(level !== undefined && { level }),
        ...(computers !== undefined && { computers }),
        ...(gracedays !== undefined && { graceDays: gracedays }),
      })
      .where('applicationId', '=', application.id)
      .where('name', '=', sub)
      .executeTakeFirst();
    return numUpdatedRows === 0n ? fail('subscription-unknown') : done();
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
      finalPass(({ db, subject }) => db.deleteFrom('plans').where('id', '=', subject).execute()),
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

/** Reads the subscriptions of these levels, or all if it is null. */
export async function readPlans(
  { db, application }: SellerCall,
  page: Page,
  levels: readonly string[] | null,
) {
  const { rows, ...more } = await readPage(
    db
      .selectFrom('plans')
      .select(['name', 'level', 'computers', 'graceDays', 'features'])
      .where('applicationId', '=', application.id)
      .$if(levels !== null, (query) => query.where('level', 'in', levels ?? []))
      .orderBy('createdAt')
      .orderBy('id'),
    page,
  );
  const subs = rows.map(({ name, level, computers, graceDays, features }) => ({
    name,
    level,
    computers: String(computers),
    gracedays: String(graceDays),
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

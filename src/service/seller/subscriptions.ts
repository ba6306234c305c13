// Subscriptions (plans) in the seller API: what each operation does. Changes run inside a transaction that ends with the
// audit row.
import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import type { subscriptionsApi } from '../../shared/wire/seller/subscriptions.ts';
import { isTaken, spelled } from '../database/names.ts';
import type { Tables } from '../database/schema.ts';
import { done, fail, type SellerRuns } from '../seller-call.ts';
import { readPage } from '../seller-page.ts';
import { pauseSubscriptions, resumeSubscriptions } from '../licenses/subscription-pauses.ts';
import { runsOrIsPaused } from '../licenses/subscriptions.ts';
import { userRanges, type UserRange } from '../users/user-ranges.ts';
import { findPlan } from './user-lookup.ts';

export const subscriptions: SellerRuns<typeof subscriptionsApi> = {
  async addsub({ db, application, now }, { name, level }) {
    if (await isTaken(db, 'plans', application.id, name))
      return fail('Subscription already exists!');
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('plans')
      .values({
        id: randomUUID(),
        applicationId: application.id,
        ...spelled('name', name),
        level,
        createdAt: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n ? done() : fail('Subscription already exists!');
  },

  async editsub({ db, application }, { sub, level }) {
    const { numUpdatedRows } = await db
      .updateTable('plans')
      .set({ level })
      .where('applicationId', '=', application.id)
      .where('name', '=', sub)
      .executeTakeFirst();
    return numUpdatedRows === 0n ? fail('Subscription not found!') : done();
  },

  async delappsub(call, { name }) {
    const { db, application, now } = call;
    const plan = await findPlan(call, name);
    if (plan === undefined) return fail('Subscription not found!');
    const { count } = await db
      .selectFrom('subscriptions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('planId', '=', plan.id)
      .where(runsOrIsPaused(now))
      .executeTakeFirstOrThrow();
    for await (const range of userRanges(db, application.id)) {
      await db.deleteFrom('subscriptions').where(ofPlan(plan.id, range)).execute();
      await db
        .deleteFrom('grants')
        .where('planId', '=', plan.id)
        .where('userId', '>', range.after)
        .where('userId', '<=', range.upTo)
        .execute();
    }
    await db.deleteFrom('plans').where('id', '=', plan.id).execute();
    return done({ users: String(count) });
  },

  async pausesub(call, { subscription }) {
    const { db, application, now } = call;
    const plan = await findPlan(call, subscription);
    if (plan === undefined) return fail('Subscription not found!');
    for await (const range of userRanges(db, application.id)) {
      await pauseSubscriptions(db, ofPlan(plan.id, range), now);
    }
    return done();
  },

  async unpausesub(call, { subscription }) {
    const { db, application, now } = call;
    const plan = await findPlan(call, subscription);
    if (plan === undefined) return fail('Subscription not found!');
    for await (const range of userRanges(db, application.id))
      await resumeSubscriptions(db, application, ofPlan(plan.id, range), now);
    return done();
  },

  async fetchallsubs({ db, application }, page) {
    const { rows, ...more } = await readPage(
      db
        .selectFrom('plans')
        .select(['name', 'level'])
        .where('applicationId', '=', application.id)
        .orderBy('createdAt')
        .orderBy('id'),
      page,
    );
    return done({ subs: rows, ...more });
  },
};

function ofPlan(planId: string, { after, upTo }: UserRange) {
  return (eb: ExpressionBuilder<Tables, 'subscriptions'>) =>
    eb.and([
      eb('subscriptions.planId', '=', planId),
      eb('subscriptions.userId', '>', after),
      eb('subscriptions.userId', '<=', upTo),
    ]);
}

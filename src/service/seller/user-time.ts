// What users have of subscriptions and for how long, in the seller API. Changes run inside a transaction that ends with the
// audit row.
import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely';
import type { userTimeApi } from '../../shared/wire/seller/user-time.ts';
import type { Tables } from '../database/schema.ts';
import { done, fail, type SellerCall, type SellerRuns } from '../seller-call.ts';
import { insertGrants } from '../licenses/grants.ts';
import { dropSubscription, subtractTime } from '../licenses/ledger.ts';
import { pauseWithApplication } from '../licenses/subscription-pauses.ts';
import { moreTime, runsOrIsPaused } from '../licenses/subscriptions.ts';
import { userRanges, type UserRange } from '../users/user-ranges.ts';
import { expirySeconds, findPlan, findUser } from './user-lookup.ts';

/** A reserved user name, which nobody can have. */
const everybody = 'all';

export const userTime: SellerRuns<typeof userTimeApi> = {
  async extend(call, { user, sub, expiry, activeOnly }) {
    const seconds = expirySeconds(expiry);
    if (typeof seconds !== 'number') return seconds;
    const plan = await findPlan(call, sub);
    if (plan === undefined) return fail('Subscription not found!');
    const more = { planId: plan.id, seconds, activeOnly: activeOnly === 1 };
    let extended = 0;
    if (user === everybody) {
      for await (const range of userRanges(call.db, call.application.id))
        extended += await extendRange(call, more, range);
      if (extended === 0 && activeOnly === 0) return fail('User not found!');
    } else {
      const found = await findUser(call, user);
      if (found === undefined) return fail('User not found!');
      extended = await extendRange(call, more, found.id);
    }
    return extended === 0 ? fail('No active subscription(s) found') : done();
  },

  async subtract(call, { user, sub, seconds }) {
    const { db, now } = call;
    const found = await findUser(call, user);
    if (found === undefined) return fail('User not found!');
    const plan = await findPlan(call, sub);
    if (plan === undefined) return fail('Subscription not found!');
    const owned = { userId: found.id, planId: plan.id };
    const taken = await subtractTime(db, owned, seconds, now);
    return taken === 0 ? fail('No active subscription(s) found') : done();
  },

  async delsub(call, { user, sub }) {
    const found = await findUser(call, user);
    if (found === undefined) return fail('User not found!');
    const plan = await findPlan(call, sub);
    const owned = { userId: found.id, planId: plan?.id ?? '' };
    const dropped = await dropSubscription(call.db, owned, call.now);
    return dropped ? done() : fail('Subscription not found!');
  },

  async countsubs(call, { name }) {
    const plan = await findPlan(call, name);
    if (plan === undefined) return fail('Subscription not found!');
    const { count } = await call.db
      .selectFrom('subscriptions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('planId', '=', plan.id)
      .where('expiresAt', '>', call.now)
      .executeTakeFirstOrThrow();
    return done({ count: String(count) }, { text: String(count) });
  },
};

interface MoreTime {
  readonly planId: string;
  readonly seconds: number;
  readonly activeOnly: boolean;
}

/** `who`: one user's id, or a part of all users. Returns how many have more time now. */
async function extendRange(
  { db, application, now }: SellerCall,
  { planId, seconds, activeOnly }: MoreTime,
  who: string | UserRange,
): Promise<number> {
  const users = db
    .selectFrom('users')
    .select('users.id')
    .where('users.applicationId', '=', application.id)
    .where((eb) =>
      typeof who === 'string'
        ? eb('users.id', '=', who)
        : eb.and([eb('users.id', '>', who.after), eb('users.id', '<=', who.upTo)]),
    );
  if (!activeOnly) await beginMissing(db, users, planId, now);
  const extended = await db
    .updateTable('subscriptions')
    .set(moreTime(seconds, now))
    .where('planId', '=', planId)
    .where('userId', 'in', users)
    .$if(activeOnly, (query) => query.where(runsOrIsPaused(now)))
    .returning('userId')
    .execute();
  const ids = extended.map(({ userId }) => userId);
  const grant = {
    planId,
    source: 'seller',
    licenseKey: null,
    actor: '',
    now,
    given: seconds,
  } as const;
  await insertGrants(db, grant, ids);
  const theirs = (eb: ExpressionBuilder<Tables, 'subscriptions'>) =>
    eb.and([eb('subscriptions.planId', '=', planId), eb('subscriptions.userId', 'in', users)]);
  await pauseWithApplication(db, application, theirs, now);
  return ids.length;
}

/** Those who never had it get it without any time, to which the time is added as to all others. */
async function beginMissing(
  db: SellerCall['db'],
  users: SelectQueryBuilder<Tables, 'users', { id: string }>,
  planId: string,
  now: number,
): Promise<void> {
  await db
    .insertInto('subscriptions')
    .columns(['userId', 'planId', 'sinceAt', 'expiresAt'])
    .expression(
      users.select((eb) => [
        eb.cast<string>(eb.val(planId), 'text').as('planId'),
        eb.cast<number>(eb.val(now), 'bigint').as('sinceAt'),
        eb.cast<number>(eb.val(now), 'bigint').as('expiresAt'),
      ]),
    )
    .onConflict((conflict) => conflict.columns(['userId', 'planId']).doNothing())
    .execute();
}

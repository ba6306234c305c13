// Seller API operations on users' subscriptions and their time.
import { among } from '../../database/among.ts';
import type { ExpressionBuilder } from 'kysely';
import type { SellerRequest } from '@latchkey/protocol/seller-api.ts';
import type { userTimeApi } from '@latchkey/protocol/seller/user-time.ts';
import type { Tables } from '../../database/schema.ts';
import { done, fail, type SellerRuns, type SellerChange } from '../../api/seller-call.ts';
import { insertGrants } from '../licenses/grants.ts';
import { dropSubscription, subtractTime } from '../licenses/ledger.ts';
import { pauseWithApplication } from './subscription-pauses.ts';
import { moreTime, runsOrIsPaused } from './subscriptions.ts';
import { overUsers } from '../../api/passes.ts';
import { expirySeconds, findPlan, findUser } from '../users/users.ts';

/** Stands for every user; no user has this name. */
const everybody = 'all';

export const userTime: SellerRuns<typeof userTimeApi> = {
  extend: {
    otherwise: { when: ({ user }) => user !== everybody, run: extendOne },
    async begin(call, { sub, expiry }) {
      const seconds = expirySeconds(expiry);
      if (typeof seconds !== 'number') return seconds;
      const plan = await findPlan(call, sub);
      return plan === undefined ? fail('Subscription not found!') : { subject: plan.id };
    },
    passes: [
      overUsers(async (call, { expiry, activeOnly }, ids) => {
        const seconds = expirySeconds(expiry);
        if (typeof seconds !== 'number') return 0;
        const more = { planId: call.subject, seconds, activeOnly: activeOnly === 1 };
        return extendUsers(call, more, ids);
      }),
    ],
    end({ passed, changed }) {
      if (passed === 0) return fail('User not found!');
      return changed === 0 ? fail('No active subscription(s) found') : done();
    },
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
    const { count } = await call.reader
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

async function extendOne(
  call: SellerChange,
  { user, sub, expiry, activeOnly }: SellerRequest<'extend'>,
) {
  const seconds = expirySeconds(expiry);
  if (typeof seconds !== 'number') return seconds;
  const plan = await findPlan(call, sub);
  if (plan === undefined) return fail('Subscription not found!');
  const found = await findUser(call, user);
  if (found === undefined) return fail('User not found!');
  const more = { planId: plan.id, seconds, activeOnly: activeOnly === 1 };
  const extended = await extendUsers(call, more, [found.id]);
  return extended === 0 ? fail('No active subscription(s) found') : done();
}

/** Adds time for users of this application. Returns the number of users who got time. */
async function extendUsers(
  { db, application, now }: Pick<SellerChange, 'db' | 'application' | 'now'>,
  { planId, seconds, activeOnly }: MoreTime,
  users: readonly string[],
): Promise<number> {
  if (!activeOnly) await beginMissing(db, users, planId, now);
  const extended = await db
    .updateTable('subscriptions')
    .set(moreTime(seconds, now))
    .where('planId', '=', planId)
    .where('userId', 'in', among(db, users))
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
    eb.and([
      eb('subscriptions.planId', '=', planId),
      eb('subscriptions.userId', 'in', among(db, users)),
    ]);
  await pauseWithApplication(db, application, theirs, now);
  return ids.length;
}

/** Inserts an empty subscription for users who lack one, so that one update adds time for all. */
async function beginMissing(
  db: SellerChange['db'],
  users: readonly string[],
  planId: string,
  now: number,
): Promise<void> {
  await db
    .insertInto('subscriptions')
    .columns(['userId', 'planId', 'sinceAt', 'expiresAt'])
    .expression(
      db
        .selectFrom('users')
        .select((eb) => [
          'users.id',
          eb.cast<string>(eb.val(planId), 'text').as('planId'),
          eb.cast<number>(eb.val(now), 'bigint').as('sinceAt'),
          eb.cast<number>(eb.val(now), 'bigint').as('expiresAt'),
        ])
        .where('users.id', 'in', among(db, users)),
    )
    .onConflict((conflict) => conflict.columns(['userId', 'planId']).doNothing())
    .execute();
}

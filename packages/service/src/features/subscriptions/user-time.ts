// Seller API operations on users' subscriptions and their time.
import { inList } from '../../database/in-list.ts';
import type { ExpressionBuilder } from 'kysely';
import type { SellerRequest } from '@latchkey/protocol/seller-api.ts';
import type { userTimeApi } from '@latchkey/protocol/seller/user-time.ts';
import type { Tables } from '../../database/schema.ts';
import { done, fail, type SellerHandlers, type SellerChange } from '../../api/seller-call.ts';
import { emitEvent } from '../../outbound/events.ts';
import { insertGrants } from '../licenses/grants.ts';
import { dropSubscription, subtractTime } from '../licenses/ledger.ts';
import { pauseWithApplication } from './subscription-pauses.ts';
import { extensionColumns, isRunningOrPaused } from './subscriptions.ts';
import { userPass } from '../../api/passes.ts';
import { expirySeconds, findPlan, findUser } from '../users/users.ts';

/** Stands for every user; no user has this name. */
const allUsers = 'all';

export const userTime: SellerHandlers<typeof userTimeApi> = {
  extend: {
    shortHandler: { when: ({ user }) => user !== allUsers, run: extendOne },
    async begin(call, { sub, expiry }) {
      const seconds = expirySeconds(expiry);
      if (typeof seconds !== 'number') return seconds;
      const plan = await findPlan(call, sub);
      return plan === undefined ? fail('subscription-unknown') : { subject: plan.id };
    },
    passes: [
      userPass(async (call, { expiry, activeOnly }, ids) => {
        const seconds = expirySeconds(expiry);
        if (typeof seconds !== 'number') return 0;
        const extension = { planId: call.subject, seconds, activeOnly: activeOnly === 1 };
        return extendUsers(call, extension, ids);
      }),
    ],
    end({ passed, changed }) {
      if (passed === 0) return fail('user-unknown');
      return changed === 0 ? fail('no-subscription') : done();
    },
  },

  async subtract(call, { user, sub, seconds }) {
    const { db, now } = call;
    const foundUser = await findUser(call, user);
    if (foundUser === undefined) return fail('user-unknown');
    const plan = await findPlan(call, sub);
    if (plan === undefined) return fail('subscription-unknown');
    const subscriptionKey = { userId: foundUser.id, planId: plan.id };
    const deducted = await subtractTime(db, subscriptionKey, seconds, now);
    return deducted === 0 ? fail('no-subscription') : done();
  },

  async delsub(call, { user, sub }) {
    const foundUser = await findUser(call, user);
    if (foundUser === undefined) return fail('user-unknown');
    const plan = await findPlan(call, sub);
    const subscriptionKey = { userId: foundUser.id, planId: plan?.id ?? '' };
    const dropped = await dropSubscription(call.db, subscriptionKey, call.now);
    return dropped ? done() : fail('subscription-unknown');
  },

  async countsubs(call, { name }) {
    const plan = await findPlan(call, name);
    if (plan === undefined) return fail('subscription-unknown');
    const { count } = await call.reader
      .selectFrom('subscriptions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('planId', '=', plan.id)
      .where('expiresAt', '>', call.now)
      .executeTakeFirstOrThrow();
    return done({ count: String(count) }, { text: String(count) });
  },
};

interface Extension {
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
  if (plan === undefined) return fail('subscription-unknown');
  const foundUser = await findUser(call, user);
  if (foundUser === undefined) return fail('user-unknown');
  const extension = { planId: plan.id, seconds, activeOnly: activeOnly === 1 };
  const extended = await extendUsers(call, extension, [foundUser.id]);
  if (extended === 0) return fail('no-subscription');
  const { username } = foundUser;
  await emitEvent(call.db, call, 'extend', { username, subscription: plan.name, seconds });
  return done();
}

/** Adds time for users of this application. Returns the number of users who got time. */
async function extendUsers(
  { db, application, now }: Pick<SellerChange, 'db' | 'application' | 'now'>,
  { planId, seconds, activeOnly }: Extension,
  userIds: readonly string[],
): Promise<number> {
  if (!activeOnly) await insertMissingSubscriptions(db, userIds, planId, now);
  const extended = await db
    .updateTable('subscriptions')
    .set(extensionColumns(seconds, now))
    .where('planId', '=', planId)
    .where('userId', 'in', inList(db, userIds))
    .$if(activeOnly, (query) => query.where(isRunningOrPaused(now)))
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
  const extendedSubscriptions = (eb: ExpressionBuilder<Tables, 'subscriptions'>) =>
    eb.and([
      eb('subscriptions.planId', '=', planId),
      eb('subscriptions.userId', 'in', inList(db, userIds)),
    ]);
  await pauseWithApplication(db, application, extendedSubscriptions, now);
  return ids.length;
}

/** Inserts an empty subscription for users who lack one, so that one update adds time for all. */
async function insertMissingSubscriptions(
  db: SellerChange['db'],
  userIds: readonly string[],
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
        .where('users.id', 'in', inList(db, userIds)),
    )
    .onConflict((conflict) => conflict.columns(['userId', 'planId']).doNothing())
    .execute();
}

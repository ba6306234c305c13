// Seller API operations that read the ledger, and import the ledger of another service.
import type { ledgerApi, LedgerGrant } from '@latchkey/protocol/seller/ledger.ts';
import { markKeyNames } from '../../secrets/license-names.ts';
import { isTaken, userOfName } from '../../database/names.ts';
import type { GrantRow } from '../../database/schema-licenses.ts';
import { ownedBy, pauseWithApplication } from '../subscriptions/subscription-pauses.ts';
import { done, fail, type SellerHandlers } from '../../api/seller-call.ts';
import { importedLicense } from './imported-license.ts';
import { importedTime } from './imported-time.ts';
import { countInOrder } from './orders.ts';
import { findPlan, findUser } from '../users/users.ts';
import type { Database } from '../../database/schema.ts';
import { shownEnd } from '../subscriptions/revoked-ends.ts';
import { grantsOf } from './grants.ts';
import { remainingOf, unknownGrant, settle } from './ledger.ts';

export const ledger: SellerHandlers<typeof ledgerApi> = {
  async usergrants(call, { user }) {
    const { db, now } = call;
    const foundUser = await findUser(call, user);
    if (foundUser === undefined) return fail('user-unknown');
    const plans = await readLedger(db, foundUser.id, now);
    const subs = plans.map((plan) => ({
      subscription: plan.subscription,
      level: plan.level,
      since: textOrNull(plan.sinceAt),
      expiry: textOrNull(plan.expiresAt === null ? null : shownEnd(plan.expiresAt)),
      timeleft: plan.remaining,
      paused: plan.isPaused,
      grants: plan.grants.map(grantAnswer),
    }));
    return done({ subs });
  },

  async keygrants({ db, application, now }, { key }) {
    const license = await db
      .selectFrom('licenses')
      .leftJoin('users', 'users.id', 'licenses.usedBy')
      .select(['usedBy', 'usedAt', 'username'])
      .where('licenses.applicationId', '=', application.id)
      .where('key', '=', key)
      .executeTakeFirst();
    if (license === undefined) return fail('key-unknown');
    const { usedBy, usedAt, username } = license;
    const plans = usedBy === null ? [] : await readLedger(db, usedBy, now);
    const grants = plans.flatMap(({ subscription, grants: all }) =>
      all
        .filter(({ licenseKey, grantedAt }) => licenseKey === key && grantedAt === usedAt)
        .map((grant) => ({ user: username ?? '', subscription, ...grantAnswer(grant) })),
    );
    return done({ grants });
  },

  async setgrants(call, { user, sub, since, expiry, paused, ...request }) {
    const { db, application, now } = call;
    const foundUser = await findUser(call, user);
    if (foundUser === undefined) return fail('user-unknown');
    const plan = await findPlan(call, sub);
    if (plan === undefined) return fail('subscription-unknown');
    const subscriptionKey = { userId: foundUser.id, planId: plan.id };
    const time = importedTime({ ...request, since, expiry, isPaused: paused === 1 }, now);
    if (time === 'grants-too-short') return fail(time);
    for (const table of ['subscriptions', 'grants'] as const)
      await db
        .deleteFrom(table)
        .where('userId', '=', subscriptionKey.userId)
        .where('planId', '=', subscriptionKey.planId)
        .execute();
    for (const row of time.grants)
      await db
        .insertInto('grants')
        .values({ ...subscriptionKey, ...row })
        .execute();
    if (time.subscription === null) return done();
    await db
      .insertInto('subscriptions')
      .values({ ...subscriptionKey, ...time.subscription })
      .execute();
    await pauseWithApplication(db, application, ownedBy(foundUser.id), now);
    return done();
  },

  async importkey(call, request) {
    const { db, application, now } = call;
    const { key, level, expires, usedby, order } = request;
    if (await isTaken(db, 'licenses', application.id, key)) return fail('key-exists');
    const user = await userOfName(db, application, usedby ?? '')
      .select('users.id')
      .executeTakeFirst();
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('licenses')
      .values(importedLicense(application.id, request, user?.id ?? null, now))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) return fail('key-exists');
    await markKeyNames(db, application.id, [key]);
    if (order !== undefined)
      await countInOrder(call, order, { level, seconds: expires, amount: 1 });
    return done();
  },
};

function grantAnswer(grant: GrantRow): LedgerGrant {
  return {
    source: grant.source,
    key: grant.licenseKey,
    actor: grant.actor,
    at: String(grant.grantedAt),
    given: grant.given,
    left: grant.left,
    revoked: textOrNull(grant.revokedAt),
    revokedby: grant.revokedBy,
  };
}

function textOrNull(value: number | null): string | null {
  return value === null ? null : String(value);
}

export interface PlanLedger {
  readonly subscription: string;
  readonly level: string;
  /** Unix seconds; null if the subscription was removed. */
  readonly sinceAt: number | null;
  /** Unix seconds; null if the subscription is paused or was removed. */
  readonly expiresAt: number | null;
  /** Remaining seconds. */
  readonly remaining: number;
  readonly isPaused: boolean;
  /** Oldest first. */
  readonly grants: readonly GrantRow[];
}

/** Reads the grants of all of a user's subscriptions, including ended and removed ones. */
async function readLedger(
  db: Database,
  userId: string,
  now: number,
): Promise<readonly PlanLedger[]> {
  const plans = await db
    .selectFrom('plans')
    .leftJoin('subscriptions', (join) =>
      join.onRef('subscriptions.planId', '=', 'plans.id').on('subscriptions.userId', '=', userId),
    )
    .select(['plans.id', 'plans.name', 'plans.level', 'sinceAt', 'expiresAt', 'remainingSeconds'])
    .where('plans.id', 'in', (eb) =>
      eb
        .selectFrom('subscriptions')
        .select('planId')
        .where('userId', '=', userId)
        .union(eb.selectFrom('grants').select('planId').where('userId', '=', userId)),
    )
    .orderBy('plans.name')
    .execute();
  const ledgers: PlanLedger[] = [];
  for (const { id: planId, name, level, sinceAt, ...end } of plans) {
    const subscriptionKey = { userId, planId };
    const remaining = remainingOf(end, now);
    const { grants, unexplained } = settle(await grantsOf(db, subscriptionKey), remaining);
    const first = grants[0]?.position ?? 1;
    const allGrants =
      unexplained === 0
        ? grants
        : [unknownGrant(subscriptionKey, first - 1, sinceAt ?? now, unexplained), ...grants];
    const isPaused = end.remainingSeconds !== null;
    const { expiresAt } = end;
    const head = { subscription: name, level, sinceAt, expiresAt, remaining, isPaused };
    ledgers.push({ ...head, grants: allGrants });
  }
  return ledgers;
}

// What users own: reading it as the wire tells it, and adding time. A paused subscription holds its remaining seconds.
import type { ExpressionBuilder } from 'kysely';
import { statement } from '../database/statement.ts';
import type { Database, Tables, UserRow } from '../database/schema.ts';
import { refuse, type Refusal } from '../outcome.ts';

export interface OwnedSubscription {
  readonly subscription: string;
  readonly level: string;
  readonly sinceAt: number;
  readonly expiresAt: number | null;
  readonly remainingSeconds: number | null;
  readonly licenseKey: string | null;
}

/** Latest expiry first: clients that know one subscription only take the first. */
export async function ownedSubscriptions(
  db: Database,
  userId: string,
): Promise<readonly OwnedSubscription[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.planId')
    .select([
      'plans.name as subscription',
      'plans.level',
      'subscriptions.sinceAt',
      'subscriptions.expiresAt',
      'subscriptions.remainingSeconds',
      'subscriptions.licenseKey',
    ])
    .where('subscriptions.userId', '=', userId)
    .execute();
  return rows.sort((a, b) => (b.expiresAt ?? 0) - (a.expiresAt ?? 0));
}

export function isActive(owned: OwnedSubscription, now: number): boolean {
  return owned.expiresAt !== null && owned.expiresAt > now;
}

/** The refusal of a user with no active subscription; null where there is one. */
export function refuseInactive(owned: readonly OwnedSubscription[], now: number): Refusal | null {
  if (owned.some((one) => isActive(one, now))) return null;
  const lapsed = owned.map((one) => ({
    subscription: one.subscription,
    expiry: one.expiresAt === null ? null : String(one.expiresAt),
    paused: one.remainingSeconds !== null,
  }));
  return refuse(lapsed.some(({ paused }) => paused) ? 'subscription-paused' : 'no-subscription', {
    lapsed,
  });
}

/** `info` of contract 2.1. At a sign-in `hwid` is the one that was bound before, and `lastLoginAt` is now. */
export function infoAnswer(
  user: Pick<UserRow, 'username' | 'createdAt'>,
  owned: readonly OwnedSubscription[],
  at: {
    readonly now: number;
    readonly ip: string;
    readonly hwid: string | null;
    readonly lastLoginAt: number | null;
  },
) {
  const subscriptions = owned.flatMap(({ subscription, level, sinceAt, expiresAt, licenseKey }) =>
    expiresAt === null || expiresAt <= at.now
      ? []
      : [
          {
            subscription,
            key: licenseKey,
            expiry: String(expiresAt),
            timeleft: expiresAt - at.now,
            level,
            since: String(sinceAt),
          },
        ],
  );
  return {
    username: user.username,
    subscriptions,
    ip: at.ip,
    hwid: at.hwid,
    createdate: String(user.createdAt),
    lastlogin: at.lastLoginAt === null ? '' : String(at.lastLoginAt),
  };
}

/**
 * Adds seconds to a user's subscription: to its end while it runs, from now where it has expired or is new, to what
 * remains while it is paused. Returns when it ends; null while it is paused. Two at once both count. No license alone
 * accounts for it then; whoever knows better writes `licenseKey` after this.
 */
export async function extendSubscription(
  db: Database,
  userId: string,
  planId: string,
  seconds: number,
  now: number,
): Promise<number | null> {
  const [row] = await extend(db, { userId, planId, seconds, now, until: now + seconds });
  if (row === undefined) throw new Error('An upsert wrote nothing');
  return row.expiresAt;
}

type Extension = {
  readonly userId: string;
  readonly planId: string;
  readonly seconds: number;
  readonly now: number;
  readonly until: number;
};

const extend = statement((db, { userId, planId, seconds, now, until }: Extension) =>
  db
    .insertInto('subscriptions')
    .values({ userId, planId, sinceAt: now, expiresAt: until, remainingSeconds: null })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'planId']).doUpdateSet(moreTime(seconds, now, until)),
    )
    .returning('expiresAt'),
);

/** For `where`: those that run, and those that are paused with time left. */
export function runsOrIsPaused(now: number) {
  return (eb: ExpressionBuilder<Tables, 'subscriptions'>) =>
    eb.or([eb('subscriptions.expiresAt', '>', now), eb('subscriptions.remainingSeconds', '>', 0)]);
}

/** What `extendSubscription` writes, for any number of rows. */
export function moreTime(seconds: number, now: number, until = now + seconds) {
  return (eb: ExpressionBuilder<Tables, 'subscriptions'>) => ({
    sinceAt: eb
      .case()
      .when('subscriptions.expiresAt', '<=', now)
      .then(now)
      .else(eb.ref('subscriptions.sinceAt'))
      .end(),
    expiresAt: eb
      .case()
      .when('subscriptions.expiresAt', '>', now)
      .then(eb('subscriptions.expiresAt', '+', seconds))
      .when('subscriptions.expiresAt', '<=', now)
      .then(until)
      .else(null)
      .end(),
    remainingSeconds: eb('subscriptions.remainingSeconds', '+', seconds),
    licenseKey: null,
  });
}

// Reads and extends users' subscriptions, and builds the answers about them. A paused subscription
// stores its remaining seconds.
import type { ExpressionBuilder } from 'kysely';
import { cappedDate } from '@latchkey/protocol/dates.ts';
import type { OwnedSubscription } from '../../api/call.ts';
import { addToDate, addToDuration } from '../../database/expressions.ts';
import { statement } from '../../database/statement.ts';
import type { Database, Tables } from '../../database/schema.ts';
import type { UserRow } from '../../database/schema-users.ts';
import { refuse, type Refusal } from '../../outcome.ts';
import { endOf } from './grace.ts';
import { shownEnd } from './revoked-ends.ts';
import { includedWords } from './stored-features.ts';

const readOwned = statement((db, { userId }: { readonly userId: string }) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.planId')
    .select([
      'plans.name as subscription',
      'plans.level',
      'plans.computers',
      'plans.graceDays',
      'plans.features',
      'subscriptions.sinceAt',
      'subscriptions.expiresAt',
      'subscriptions.remainingSeconds',
      'subscriptions.pausedWithApplication',
      'subscriptions.licenseKey',
    ])
    .where('subscriptions.userId', '=', userId),
);

export async function ownedSubscriptions(
  db: Database,
  userId: string,
): Promise<readonly OwnedSubscription[]> {
  return sortLatestFirst(await readOwned(db, { userId }));
}

/**
 * Sorts the latest end first, for clients that read only the first subscription. Paused
 * subscriptions come last, by name.
 */
export function sortLatestFirst(owned: readonly OwnedSubscription[]): readonly OwnedSubscription[] {
  return owned.toSorted(
    (a, b) =>
      shownEnd(b.expiresAt ?? 0) - shownEnd(a.expiresAt ?? 0) ||
      (a.subscription < b.subscription ? -1 : Number(a.subscription > b.subscription)),
  );
}

export function isActive(owned: OwnedSubscription, now: number): boolean {
  return (endOf(owned, now) ?? 0) > now;
}

/**
 * Returns null if a subscription is active. `app-paused`: `unpauseapp` has begun, but has not
 * reached this user yet.
 */
export function refuseInactive(owned: readonly OwnedSubscription[], now: number): Refusal | null {
  if (owned.some((one) => isActive(one, now))) return null;
  if (owned.some(resumesWithApplication)) return refuse('app-paused');
  const lapsed = owned.map(lapsedAnswer);
  return refuse(lapsed.some(({ paused }) => paused) ? 'subscription-paused' : 'no-subscription', {
    lapsed,
  });
}

function resumesWithApplication(owned: OwnedSubscription): boolean {
  return owned.pausedWithApplication === 1 && (owned.remainingSeconds ?? 0) > 0;
}

function lapsedAnswer({ subscription, expiresAt, remainingSeconds }: OwnedSubscription) {
  return {
    subscription,
    expiry: expiresAt === null ? null : String(shownEnd(expiresAt)),
    // A paused subscription without remaining time has ended.
    paused: remainingSeconds !== null && remainingSeconds > 0,
  };
}

export interface InfoContext {
  readonly now: number;
  readonly ip: string;
  readonly hwid: string | null;
  readonly lastLoginAt: number | null;
  /** Unix seconds at which this device was bound; null if it is not bound, undefined if unknown. */
  readonly boundAt?: number | null | undefined;
}

/**
 * Builds `info` (docs/protocol.md#account-facts) with our own fields
 * (docs/protocol.md#additional-fields). At a sign-in, `hwid` is the device that was bound before,
 * and `lastLoginAt` is now.
 */
export function infoAnswer(
  user: Pick<UserRow, 'username' | 'createdAt' | 'totpSecret'>,
  owned: readonly OwnedSubscription[],
  at: InfoContext,
) {
  const subscriptions = owned.flatMap((one) => {
    const { subscription, level, sinceAt, licenseKey } = one;
    const included = includedWords(one.features);
    const expiresAt = endOf(one, at.now);
    return expiresAt === null || expiresAt <= at.now
      ? []
      : [
          {
            subscription,
            key: licenseKey,
            expiry: String(expiresAt),
            timeleft: expiresAt - at.now,
            level,
            since: String(sinceAt),
            ...(included.length > 0 && { included }),
          },
        ];
  });
  return {
    username: user.username,
    subscriptions,
    ip: at.ip,
    hwid: at.hwid,
    createdate: String(user.createdAt),
    lastlogin: at.lastLoginAt === null ? '' : String(at.lastLoginAt),
    lapsed: owned.filter((one) => !isActive(one, at.now)).map(lapsedAnswer),
    twofactor: user.totpSecret !== null,
    ...(at.boundAt !== undefined && { boundAt: at.boundAt }),
  };
}

/** Identifies one subscription of one user. */
export interface SubscriptionKey {
  readonly userId: string;
  readonly planId: string;
}

type Extension = {
  readonly userId: string;
  readonly planId: string;
  readonly licenseKey: string | null;
  readonly seconds: number;
  readonly now: number;
  readonly until: number;
};

/** Creates a subscription or moves its end. The caller also writes the grant (ledger.ts). */
export const extendSubscription = statement((db, extension: Extension) => {
  const { userId, planId, licenseKey, seconds, now, until } = extension;
  return db
    .insertInto('subscriptions')
    .values({ userId, planId, sinceAt: now, expiresAt: until, remainingSeconds: null, licenseKey })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'planId'])
        .doUpdateSet(extensionColumns(seconds, now, until, licenseKey)),
    )
    .returning('expiresAt');
});

/** Condition for `where`: running subscriptions, and paused ones with time left. */
export function isRunningOrPaused(now: number) {
  return (eb: ExpressionBuilder<Tables, 'subscriptions'>) =>
    eb.or([eb('subscriptions.expiresAt', '>', now), eb('subscriptions.remainingSeconds', '>', 0)]);
}

/**
 * Extends a running subscription, restarts an ended one from now, and adds to the remaining time of
 * a paused one.
 */
export function extensionColumns(
  seconds: number,
  now: number,
  until = cappedDate(now + seconds),
  licenseKey: string | null = null,
) {
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
      .then(addToDate('subscriptions.expiresAt', seconds))
      .when('subscriptions.expiresAt', '<=', now)
      .then(until)
      .else(null)
      .end(),
    remainingSeconds: addToDuration('subscriptions.remainingSeconds', seconds),
    licenseKey: eb
      .case()
      .when('subscriptions.expiresAt', '<=', now)
      .then(licenseKey)
      .else(eb.fn.coalesce('subscriptions.licenseKey', eb.val(licenseKey)))
      .end(),
  });
}

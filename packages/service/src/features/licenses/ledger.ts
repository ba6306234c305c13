// Changes users' subscription time and records the source of each change in the ledger
// (docs/protocol.md#grant-ledger). The resulting end is in `subscriptions`, where requests read it.
// Callers check permissions.
import { cappedDate } from '@latchkey/protocol/dates.ts';
import { addToDate, addToDuration } from '../../database/expressions.ts';
import type { Database, Transaction } from '../../database/schema.ts';
import type { GrantRow, GrantSource, SubscriptionRow } from '../../database/schema-licenses.ts';
import { changeGrant, grantsOf, insertGrant } from './grants.ts';
import { revokedEnd } from '../subscriptions/revoked-ends.ts';
import { extendSubscription, type SubscriptionKey } from '../subscriptions/subscriptions.ts';

/** The source of granted time. `actor` is the person who gave it, if known. */
export type Origin =
  | { readonly source: 'key'; readonly licenseKey: string }
  | { readonly source: Exclude<GrantSource, 'key'>; readonly actor?: string };

/**
 * Grants time to a subscription. A running one ends later, an ended or new one runs from now, and a
 * paused one gets more remaining time. Returns the end in unix seconds, or null while paused. Must
 * run in a transaction.
 */
export async function grantTime(
  db: Database,
  subscriptionKey: SubscriptionKey,
  origin: Origin,
  seconds: number,
  now: number,
): Promise<number | null> {
  const { userId, planId } = subscriptionKey;
  const { source } = origin;
  const licenseKey = source === 'key' ? origin.licenseKey : null;
  const until = cappedDate(now + seconds);
  const actor = source === 'key' ? '' : (origin.actor ?? '');
  const [[row]] = await Promise.all([
    // Runs first, because it locks the subscription: a concurrent grant waits here for its
    // position.
    extendSubscription(db, { userId, planId, licenseKey, seconds, now, until }),
    insertGrant(db, { userId, planId, source, licenseKey, actor, now, given: seconds }),
  ]);
  if (row === undefined) throw new Error('An upsert wrote nothing');
  return row.expiresAt;
}

/** A subscription whose row is locked and whose grants match its remaining time. */
export interface LockedSubscription {
  /** Remaining seconds. */
  readonly remaining: number;
  readonly isPaused: boolean;
  /** Oldest first. */
  readonly grants: readonly GrantRow[];
}

/**
 * Locks a subscription and settles its grants. Returns null if the user has no such subscription.
 */
export async function lockSubscription(
  db: Transaction,
  subscriptionKey: SubscriptionKey,
  now: number,
): Promise<LockedSubscription | null> {
  const row = await db
    .updateTable('subscriptions')
    .set((eb) => ({ sinceAt: eb.ref('sinceAt') }))
    .where('userId', '=', subscriptionKey.userId)
    .where('planId', '=', subscriptionKey.planId)
    .returning(['expiresAt', 'remainingSeconds', 'sinceAt'])
    .executeTakeFirst();
  if (row === undefined) return null;
  const remaining = remainingOf(row, now);
  const isPaused = row.remainingSeconds !== null;
  const storedGrants = await grantsOf(db, subscriptionKey);
  const { grants, unexplained } = settle(storedGrants, remaining);
  for (const [index, grant] of grants.entries())
    if (grant.left !== storedGrants[index]?.left)
      await changeGrant(db, grant, { left: grant.left });
  if (unexplained === 0) return { remaining, isPaused, grants };
  const first = unknownGrant(
    subscriptionKey,
    (grants[0]?.position ?? 1) - 1,
    row.sinceAt,
    unexplained,
  );
  await db.insertInto('grants').values(first).execute();
  return { remaining, isPaused, grants: [first, ...grants] };
}

/** Returns the seconds that the subscription has left. */
export function remainingOf(
  { expiresAt, remainingSeconds }: Pick<SubscriptionRow, 'expiresAt' | 'remainingSeconds'>,
  now: number,
): number {
  return remainingSeconds ?? Math.max(0, (expiresAt ?? now) - now);
}

export function unknownGrant(
  { userId, planId }: SubscriptionKey,
  position: number,
  grantedAt: number,
  seconds: number,
): GrantRow {
  const origin = { source: 'unknown', licenseKey: null, actor: '' } as const;
  const amounts = { given: seconds, left: seconds, revokedAt: null, revokedBy: null };
  return { userId, planId, position, grantedAt, ...origin, ...amounts };
}

/** Takes seconds from the newest grants first. Returns the seconds that it took. */
export async function subtractTime(
  db: Transaction,
  subscriptionKey: SubscriptionKey,
  seconds: number,
  now: number,
): Promise<number> {
  const locked = await lockSubscription(db, subscriptionKey, now);
  if (locked === null) return 0;
  let remaining = seconds;
  for (const grant of locked.grants.toReversed()) {
    const deducted = grant.revokedAt === null ? Math.min(remaining, grant.left) : 0;
    if (deducted === 0) continue;
    remaining -= deducted;
    await changeGrant(db, grant, { left: grant.left - deducted });
  }
  const taken = seconds - remaining;
  if (taken === 0) return 0;
  await takeTime(db, subscriptionKey, locked, taken, now);
  const { userId, planId } = subscriptionKey;
  const correction = { source: 'seller', licenseKey: null, actor: '', now, given: -taken } as const;
  await insertGrant(db, { userId, planId, ...correction });
  return taken;
}

/**
 * Takes at most the remaining seconds of a locked subscription. If none are left, it has ended
 * whatever the clock says.
 */
export async function takeTime(
  db: Database,
  { userId, planId }: SubscriptionKey,
  { isPaused, remaining }: Pick<LockedSubscription, 'isPaused' | 'remaining'>,
  seconds: number,
  now: number,
): Promise<void> {
  const end = remaining > seconds ? addToDate('expiresAt', -seconds) : revokedEnd(now);
  await db
    .updateTable('subscriptions')
    .set(
      isPaused
        ? { remainingSeconds: addToDuration('remainingSeconds', -seconds) }
        : { expiresAt: end },
    )
    .where('userId', '=', userId)
    .where('planId', '=', planId)
    .execute();
}

/**
 * Deletes a subscription and marks its grants as revoked. Returns false if the user has no such
 * subscription.
 */
export async function dropSubscription(
  db: Transaction,
  subscriptionKey: SubscriptionKey,
  now: number,
): Promise<boolean> {
  const locked = await lockSubscription(db, subscriptionKey, now);
  if (locked === null) return false;
  for (const grant of locked.grants)
    if (grant.revokedAt === null && grant.left > 0)
      await changeGrant(db, grant, { revokedAt: now, revokedBy: 'seller' });
  await db
    .deleteFrom('subscriptions')
    .where('userId', '=', subscriptionKey.userId)
    .where('planId', '=', subscriptionKey.planId)
    .execute();
  return true;
}

type Grant = Pick<GrantRow, 'given' | 'left' | 'revokedAt'>;

export interface Settled<One extends Grant> {
  readonly grants: readonly One[];
  /** Remaining seconds that no grant accounts for. */
  readonly unexplained: number;
}

/** Makes the grants add up to the remaining seconds. Consumes the oldest grants first. */
export function settle<One extends Grant>(grants: readonly One[], remaining: number): Settled<One> {
  const difference = activeSeconds(grants) - remaining;
  return difference >= 0
    ? { grants: consumeGrants(grants, difference), unexplained: 0 }
    : creditGrants(grants, -difference);
}

function activeSeconds(grants: readonly Grant[]): number {
  return grants.reduce((sum, { left, revokedAt }) => sum + (revokedAt === null ? left : 0), 0);
}

function consumeGrants<One extends Grant>(grants: readonly One[], seconds: number): readonly One[] {
  let remaining = seconds;
  return grants.map((grant) => {
    if (remaining === 0 || grant.revokedAt !== null) return grant;
    const deducted = Math.min(remaining, grant.left);
    remaining -= deducted;
    return { ...grant, left: grant.left - deducted };
  });
}

/** Returns time to the newest grants. This is needed if a clock was set back. */
function creditGrants<One extends Grant>(grants: readonly One[], seconds: number): Settled<One> {
  let remaining = seconds;
  const newestFirst = grants.toReversed().map((grant) => {
    if (remaining === 0 || grant.revokedAt !== null) return grant;
    const returned = Math.min(remaining, Math.max(0, grant.given - grant.left));
    remaining -= returned;
    return { ...grant, left: grant.left + returned };
  });
  return { grants: newestFirst.toReversed(), unexplained: remaining };
}

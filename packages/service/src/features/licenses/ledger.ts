// Changes users' subscription time and records the source of each change in the ledger
// (docs/protocol.md#grant-ledger). The resulting end is in `subscriptions`, where requests read it.
// Callers check permissions.
import type { Database, Transaction } from '../../database/schema.ts';
import type { GrantRow, GrantSource, SubscriptionRow } from '../../database/schema-licenses.ts';
import { changeGrant, grantsOf, insertGrant } from './grants.ts';
import { extendSubscription, type Owned } from '../subscriptions/subscriptions.ts';

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
  owned: Owned,
  origin: Origin,
  seconds: number,
  now: number,
): Promise<number | null> {
  const { userId, planId } = owned;
  const { source } = origin;
  const licenseKey = source === 'key' ? origin.licenseKey : null;
  const until = now + seconds;
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
export interface Book {
  /** Remaining seconds. */
  readonly remaining: number;
  readonly isPaused: boolean;
  /** Oldest first. */
  readonly grants: readonly GrantRow[];
}

/**
 * Locks a subscription and settles its grants. Returns null if the user has no such subscription.
 */
export async function openBook(db: Transaction, owned: Owned, now: number): Promise<Book | null> {
  const row = await db
    .updateTable('subscriptions')
    .set((eb) => ({ sinceAt: eb.ref('sinceAt') }))
    .where('userId', '=', owned.userId)
    .where('planId', '=', owned.planId)
    .returning(['expiresAt', 'remainingSeconds', 'sinceAt'])
    .executeTakeFirst();
  if (row === undefined) return null;
  const remaining = remainingOf(row, now);
  const isPaused = row.remainingSeconds !== null;
  const before = await grantsOf(db, owned);
  const { grants, unexplained } = settle(before, remaining);
  for (const [index, grant] of grants.entries())
    if (grant.left !== before[index]?.left) await changeGrant(db, grant, { left: grant.left });
  if (unexplained === 0) return { remaining, isPaused, grants };
  const first = unknownGrant(owned, (grants[0]?.position ?? 1) - 1, row.sinceAt, unexplained);
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
  { userId, planId }: Owned,
  position: number,
  grantedAt: number,
  seconds: number,
): GrantRow {
  const nobody = { source: 'unknown', licenseKey: null, actor: '' } as const;
  const whole = { given: seconds, left: seconds, revokedAt: null, revokedBy: null };
  return { userId, planId, position, grantedAt, ...nobody, ...whole };
}

/** Takes seconds from the newest grants first. Returns the seconds that it took. */
export async function subtractTime(
  db: Transaction,
  owned: Owned,
  seconds: number,
  now: number,
): Promise<number> {
  const book = await openBook(db, owned, now);
  if (book === null) return 0;
  let rest = seconds;
  for (const grant of book.grants.toReversed()) {
    const taken = grant.revokedAt === null ? Math.min(rest, grant.left) : 0;
    if (taken === 0) continue;
    rest -= taken;
    await changeGrant(db, grant, { left: grant.left - taken });
  }
  const taken = seconds - rest;
  if (taken === 0) return 0;
  await moveEnd(db, owned, book, -taken);
  const { userId, planId } = owned;
  const byHand = { source: 'seller', licenseKey: null, actor: '', now, given: -taken } as const;
  await insertGrant(db, { userId, planId, ...byHand });
  return taken;
}

/**
 * Moves the end of a locked subscription. A negative `seconds` must not exceed the remaining time.
 */
export async function moveEnd(
  db: Database,
  { userId, planId }: Owned,
  { isPaused }: Pick<Book, 'isPaused'>,
  seconds: number,
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set((eb) =>
      isPaused
        ? { remainingSeconds: eb('remainingSeconds', '+', seconds) }
        : { expiresAt: eb('expiresAt', '+', seconds) },
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
  owned: Owned,
  now: number,
): Promise<boolean> {
  const book = await openBook(db, owned, now);
  if (book === null) return false;
  for (const grant of book.grants)
    if (grant.revokedAt === null && grant.left > 0)
      await changeGrant(db, grant, { revokedAt: now, revokedBy: 'seller' });
  await db
    .deleteFrom('subscriptions')
    .where('userId', '=', owned.userId)
    .where('planId', '=', owned.planId)
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
    ? { grants: consumed(grants, difference), unexplained: 0 }
    : credited(grants, -difference);
}

function activeSeconds(grants: readonly Grant[]): number {
  return grants.reduce((sum, { left, revokedAt }) => sum + (revokedAt === null ? left : 0), 0);
}

function consumed<One extends Grant>(grants: readonly One[], seconds: number): readonly One[] {
  let rest = seconds;
  return grants.map((grant) => {
    if (rest === 0 || grant.revokedAt !== null) return grant;
    const taken = Math.min(rest, grant.left);
    rest -= taken;
    return { ...grant, left: grant.left - taken };
  });
}

/**
 * Returns time to the newest grants. This is needed if a clock was set back, or if an older version
 * changed only the end.
 */
function credited<One extends Grant>(grants: readonly One[], seconds: number): Settled<One> {
  let rest = seconds;
  const newestFirst = grants.toReversed().map((grant) => {
    if (rest === 0 || grant.revokedAt !== null) return grant;
    const back = Math.min(rest, Math.max(0, grant.given - grant.left));
    rest -= back;
    return { ...grant, left: grant.left + back };
  });
  return { grants: newestFirst.toReversed(), unexplained: rest };
}

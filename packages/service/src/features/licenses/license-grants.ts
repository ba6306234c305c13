// Revokes the time that a license gave, after its ban, refund or removal, and restores it. The
// transaction must have updated the license's row first, so that nobody redeems the license
// meanwhile.
import { cappedDate } from '@latchkey/protocol/dates.ts';
import type { ApplicationRow, Database, Transaction } from '../../database/schema.ts';
import type { GrantRow, RevokedBy } from '../../database/schema-licenses.ts';
import { changeGrant } from './grants.ts';
import { takeTime, lockSubscription, type LockedSubscription } from './ledger.ts';
import { ownedBy, pauseWithApplication } from '../subscriptions/subscription-pauses.ts';
import { extendSubscription, type SubscriptionKey } from '../subscriptions/subscriptions.ts';

export interface UsedLicense {
  readonly key: string;
  readonly usedBy: string | null;
  readonly usedAt: number | null;
}

/** The change of one subscription, as seller API answers report it. */
export interface TimeChange {
  readonly user: string;
  readonly subscription: string;
  readonly seconds: number;
}

/** `'unknown'` means that the user exists, but the ledger has no grant of the license. */
export type Revocation = readonly TimeChange[] | 'unknown';

export async function revokeLicense(
  db: Transaction,
  license: UsedLicense,
  cause: RevokedBy,
  now: number,
): Promise<Revocation> {
  if (license.usedBy === null) return [];
  const grants = await grantsOfUse(db, license, license.usedBy);
  if (grants.length === 0) return 'unknown';
  const changes: TimeChange[] = [];
  for (const row of grants) {
    const { userId, planId, position, user, subscription } = row;
    const subscriptionKey = { userId, planId };
    const locked = await lockSubscription(db, subscriptionKey, now);
    // Without a subscription, no time is left. The grant is still marked as revoked.
    const grant =
      locked === null ? row : locked.grants.find((grant) => grant.position === position);
    if (grant === undefined || grant.revokedAt !== null) continue;
    await changeGrant(db, grant, { revokedAt: now, revokedBy: cause });
    if (locked === null) continue;
    if (grant.left > 0 || isOnlyGrant(locked, grant))
      await takeTime(db, subscriptionKey, locked, grant.left, now);
    await updateLicenseKey(db, subscriptionKey, replaceGrant(locked, { ...grant, revokedAt: now }));
    if (grant.left > 0) changes.push({ user, subscription, seconds: grant.left });
  }
  return changes;
}

/** The causes whose end gives the time back. */
const liftedCauses: ReadonlySet<RevokedBy | null> = new Set(['ban', 'refund', 'dispute']);

/** Restores exactly what a ban, a refund or a dispute of this license revoked. */
export async function restoreLicense(
  db: Transaction,
  application: Pick<ApplicationRow, 'id' | 'paused'>,
  license: UsedLicense,
  now: number,
): Promise<readonly TimeChange[]> {
  if (license.usedBy === null) return [];
  const changes: TimeChange[] = [];
  for (const row of await grantsOfUse(db, license, license.usedBy)) {
    const { userId, planId, user, subscription, left } = row;
    if (!liftedCauses.has(row.revokedBy)) continue;
    const subscriptionKey = { userId, planId };
    // Settles first, so that time that passed until now is not taken from the restored grant.
    const locked = await lockSubscription(db, subscriptionKey, now);
    await changeGrant(db, row, { revokedAt: null, revokedBy: null });
    if (left === 0) continue;
    const { key: licenseKey } = license;
    const until = cappedDate(now + left);
    await extendSubscription(db, { ...subscriptionKey, licenseKey, seconds: left, now, until });
    if (locked !== null)
      await updateLicenseKey(
        db,
        subscriptionKey,
        replaceGrant(locked, { ...row, revokedAt: null }),
      );
    changes.push({ user, subscription, seconds: left });
  }
  await pauseWithApplication(db, application, ownedBy(license.usedBy), now);
  return changes;
}

/** Returns only grants of this use, because a deleted license may have had the same key. */
export async function grantsOfUse(db: Database, { key, usedAt }: UsedLicense, usedBy: string) {
  return db
    .selectFrom('grants')
    .innerJoin('users', 'users.id', 'grants.userId')
    .innerJoin('plans', 'plans.id', 'grants.planId')
    .selectAll('grants')
    .select(['users.username as user', 'plans.name as subscription'])
    .where('grants.userId', '=', usedBy)
    .where('grants.licenseKey', '=', key)
    .where('grants.grantedAt', '=', usedAt ?? 0)
    .orderBy('plans.name')
    .execute();
}

/** Whether all other time of the subscription was revoked before. */
function isOnlyGrant({ grants }: LockedSubscription, { position }: GrantRow): boolean {
  return grants.every(
    (one) => one.position === position || one.revokedAt !== null || one.given <= 0,
  );
}

function replaceGrant({ grants }: LockedSubscription, changed: GrantRow): readonly GrantRow[] {
  return grants.map((grant) => (grant.position === changed.position ? changed : grant));
}

/** Stores the key of the oldest license that has time left, because answers report it. */
async function updateLicenseKey(
  db: Database,
  subscriptionKey: SubscriptionKey,
  grants: readonly GrantRow[],
): Promise<void> {
  const first = grants.find(
    ({ licenseKey, revokedAt, left }) => licenseKey !== null && revokedAt === null && left > 0,
  );
  await db
    .updateTable('subscriptions')
    .set({ licenseKey: first?.licenseKey ?? null })
    .where('userId', '=', subscriptionKey.userId)
    .where('planId', '=', subscriptionKey.planId)
    .execute();
}

export function timeChangesOf(revoked: readonly Revocation[]): TimeChange[] {
  return revoked.flatMap((one) => (one === 'unknown' ? [] : one));
}

/** Adds a sentence if no time was revoked because the license's grants are unknown. */
export function withRevocationNote(message: string, revoked: readonly Revocation[]): string {
  return revoked.includes('unknown')
    ? `${message} No time was revoked, because the grants of this license are unknown.`
    : message;
}

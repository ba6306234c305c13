// Defines the tables of subscriptions, their ledger, licenses and orders. Times are unix seconds,
// durations seconds, flags 0 or 1.
import type { Generated } from 'kysely';
import type { Flag, Folded } from './schema-columns.ts';

/** The subscription that a level gives. Of several plans of a level, a redeem uses the first. */
export interface PlanRow extends Folded<'name'> {
  id: string;
  applicationId: string;
  name: string;
  level: string;
  /** The most computers of a user. */
  computers: Generated<number>;
  /** Days for which it still works after its end. They are no time of the user. */
  graceDays: Generated<number>;
  /** JSON list (subscriptions/features.ts). Null: it has none. */
  features: Generated<string | null>;
  createdAt: number;
}

/**
 * One per user and plan: running (`expiresAt`) or paused (`remainingSeconds`), never both. Its time
 * equals the sum of `left` of its settled grants, duplicated because every request reads it.
 */
export interface SubscriptionRow {
  userId: string;
  planId: string;
  sinceAt: number;
  /**
   * Negative: its last time was revoked at that time, so no clock makes it run again
   * (subscriptions/revoked-ends.ts).
   */
  expiresAt: number | null;
  remainingSeconds: number | null;
  /** The oldest license whose time is not used up; null: none. */
  licenseKey: string | null;
  /** 1: paused and resumed together with the application. */
  pausedWithApplication: Generated<Flag>;
}

export type GrantSource = 'key' | 'trial' | 'seller' | 'import' | 'unknown';
/** `dispute`: suspended until the dispute ends. */
export type RevokedBy = 'ban' | 'refund' | 'delete' | 'seller' | 'dispute';

/**
 * The ledger (docs/protocol.md#grant-ledger): the sources of a subscription's time. Passed time is
 * taken from the oldest grant first, but written only at the next change (licenses/ledger.ts).
 * Until then, `left` includes it.
 */
export interface GrantRow {
  userId: string;
  planId: string;
  /** Order of a subscription's grants; the lowest is the oldest. */
  position: number;
  source: GrantSource;
  /** Set only for the source `key`. The license may have been deleted. */
  licenseKey: string | null;
  /** The person who granted the time; empty: unknown. */
  actor: string;
  /** For the source `key`: exactly the license's `usedAt`. */
  grantedAt: number;
  /** Seconds. Negative: subtracted by a seller; then `left` is 0. */
  given: number;
  left: number;
  /** Null if not revoked. A revoked grant preserves `left`, so that it can be restored. */
  revokedAt: number | null;
  revokedBy: RevokedBy | null;
}

export type LicenseStatus = 'unused' | 'used' | 'banned';

export interface LicenseRow extends Folded<'key'> {
  applicationId: string;
  key: string;
  level: string;
  /** The time that the license adds. */
  seconds: number;
  status: LicenseStatus;
  /** The user who redeemed the license, also after a ban. */
  usedBy: string | null;
  usedAt: number | null;
  bannedReason: string | null;
  note: Generated<string>;
  createdBy: Generated<string>;
  /** The shop's order that created the license. */
  orderNumber: string | null;
  createdAt: number;
  /** The reseller who made it; null: the seller, or a reseller whose account was deleted. */
  accountId: Generated<string | null>;
  /** The balance that paid for it, as `DURATION|LEVEL` (people/balances.ts); null: none. */
  charge: Generated<string | null>;
  /** 1: paid for, and not credited since. */
  isCharged: Generated<Flag>;
}

/** An order of a shop, fulfilled only once, with its terms. Licenses refer to it by number. */
export interface OrderRow {
  applicationId: string;
  /** The number as the shop writes it; not always digits. */
  number: string;
  level: string;
  seconds: number;
  amount: number;
  createdAt: number;
}

/** A computer that had a free trial. Independent of its user, who may be deleted. */
export interface TrialRow {
  applicationId: string;
  /** Keyed hash of the device id (users/trial.ts). */
  computer: string;
  expiresAt: number;
}

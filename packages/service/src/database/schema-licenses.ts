// The tables of what is sold: subscriptions, who has them until when, what gave it, and licenses.
// Times are unix seconds, durations seconds, flags 0 or 1.
import type { Generated } from 'kysely';
import type { Flag, Folded } from './schema-columns.ts';

/** What a license of a level gives. Several plans may share a level; a redeem takes the first. */
export interface PlanRow extends Folded<'name'> {
  id: string;
  applicationId: string;
  name: string;
  level: string;
  createdAt: number;
}

/**
 * One per user and plan: running (`expiresAt`) or paused (`remainingSeconds`), never both. What remains of it is the sum of
 * what its grants have left, settled; kept here as well, because every request asks for it.
 */
export interface SubscriptionRow {
  userId: string;
  planId: string;
  sinceAt: number;
  expiresAt: number | null;
  remainingSeconds: number | null;
  /** The oldest license that counts in it; null where there is none. */
  licenseKey: string | null;
  /** 1: paused by pausing the application, and resumed with it. */
  pausedWithApplication: Generated<Flag>;
}

export type GrantSource = 'key' | 'seller' | 'import' | 'unknown';
export type RevokedBy = 'ban' | 'refund' | 'delete' | 'seller';

/**
 * The ledger (contract 0.20): what gave a subscription its time. Time that passes is taken from the oldest first, and written
 * down here when the ledger is next changed: until then `left` is too much by what has passed (licenses/settling.ts).
 */
export interface GrantRow {
  userId: string;
  planId: string;
  /** The order of a subscription's grants; the lowest is the oldest. */
  position: number;
  source: GrantSource;
  /** Of the source `key`. The license itself may be gone. */
  licenseKey: string | null;
  /** Who did it, where that is known; else empty. */
  actor: string;
  /** Of a key: the very moment of the license's `usedAt`. */
  grantedAt: number;
  /** Seconds. Below 0: what a seller took by hand; nothing of it is ever left. */
  given: number;
  left: number;
  /** null: it counts. Else `left` is kept aside, to be brought back. */
  revokedAt: number | null;
  revokedBy: RevokedBy | null;
}

export type LicenseStatus = 'unused' | 'used' | 'banned';

export interface LicenseRow extends Folded<'key'> {
  applicationId: string;
  key: string;
  level: string;
  /** What it adds. */
  seconds: number;
  status: LicenseStatus;
  /** The user who redeemed it; stays when it is banned later. */
  usedBy: string | null;
  usedAt: number | null;
  bannedReason: string | null;
  note: Generated<string>;
  createdBy: Generated<string>;
  /** The shop's order that it was made for. */
  orderNumber: string | null;
  createdAt: number;
}

/** An order of a shop, which is done once: what it was made with. Its licenses name it. */
export interface OrderRow {
  applicationId: string;
  /** As the shop writes it, which need not be a number. */
  number: string;
  level: string;
  seconds: number;
  amount: number;
  createdAt: number;
}

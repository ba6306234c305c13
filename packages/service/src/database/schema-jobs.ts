// Defines the table of bulk changes, at most one row per application. Times are unix seconds.
import type { Generated, Selectable } from 'kysely';

export interface JobTable {
  applicationId: string;
  /** Unique for each change. */
  id: string;
  /** The operation of the seller API, and its request as JSON. */
  type: string;
  request: string;
  /** The id of the plan to change, found when the job began; empty: the job has no plan. */
  subject: string;
  /** Who began the job (`KnownKey.actor`); empty: an earlier version began it. */
  actor: Generated<string>;
  /** This and the next two: for the job's row in the audit log. */
  sellerKey: string;
  ip: string;
  detail: string;
  startedAt: number;
  /** Progress: the number of the pass, and the last processed key. */
  pass: number;
  place: string;
  /** Rows that were processed, and those of them that were changed. */
  passed: number;
  changed: number;
  /** End of the claim, which each batch renews; null: ended. */
  claimedUntil: number | null;
  /** Why the job ended early; null: it did not. */
  cancelled: Generated<'requested' | 'not-allowed' | null>;
  /** Null: not ended, or in an earlier version. */
  endedAt: Generated<number | null>;
}
export type JobRow = Selectable<JobTable>;

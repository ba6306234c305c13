// The table of long changes: an application has one row at most. Times are unix seconds.
import type { Selectable } from 'kysely';

export interface JobTable {
  applicationId: string;
  /** Another one for each change. */
  id: string;
  /** The operation of the seller API, and its request as JSON. */
  type: string;
  request: string;
  /** What it is about, found when it began: the id of a plan. */
  subject: string;
  /** For its row in the audit log, as there. */
  sellerKey: string;
  ip: string;
  detail: string;
  startedAt: number;
  /** How far it is: the number of the pass, and the last key of it that is done. */
  pass: number;
  place: string;
  /** Rows that were looked at, and those of them that were changed. */
  passed: number;
  changed: number;
  /** Somebody is at it until then, and says so again with each part; null: it is done. */
  claimedUntil: number | null;
}
export type JobRow = Selectable<JobTable>;

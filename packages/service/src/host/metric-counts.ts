// Counts rows for the metrics, on the connection for long reads, so that no request waits for them.
import { oldestQueuedMail } from '../features/shops/mail-queue.ts';
import type { Database } from '../database/schema.ts';

export interface RowCounts {
  readonly sessions: number;
  readonly pendingDeliveries: number;
  /** How long the delivery that waits longest is overdue; 0 if none is. */
  readonly overdueSeconds: number;
  /** How long the oldest mail with keys waits; 0 if none does. */
  readonly mailWaitSeconds: number;
  readonly runningJobs: number;
}

export async function countRows(reader: Database, now: number): Promise<RowCounts> {
  const sessions = await reader
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow();
  const deliveries = await reader
    .selectFrom('deliveries')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min<number | null>('nextAt').as('next'),
    ])
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  const jobs = await reader
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('claimedUntil', 'is not', null)
    .executeTakeFirstOrThrow();
  const queuedSince = await oldestQueuedMail(reader);
  return {
    sessions: sessions.count,
    pendingDeliveries: deliveries.count,
    overdueSeconds: Math.max(0, now - (deliveries.next ?? now)),
    mailWaitSeconds: Math.max(0, now - (queuedSince ?? now)),
    runningJobs: jobs.count,
  };
}

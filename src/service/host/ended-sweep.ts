// Lets go of what is over: sessions, budgets, requests that were kept, links to passwords, mutes, old lines of logs. In small steps with a rest after
// each, so that however much there is, nobody waits for one; and only while the clock can be believed.
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { EvenClock, type ClockParts } from '../clock.ts';
import { amongFound } from '../database/among.ts';
import type { Database } from '../database/schema.ts';
import { keepDoing, type After } from '../keep-doing.ts';
import { oldLines, withOldLines } from './log-retention.ts';

const everyMs = 60_000;
/** Rows. A step of them takes some milliseconds. */
export const stepRows = 500;
const restMs = 20;
/** Deliveries that came to their end are shown for so long after their last try. */
const deliveriesSeconds = 30 * 86_400;

export interface EndedSweepParts extends ClockParts {
  readonly db: Database;
  readonly after?: After | undefined;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

/** Looks every minute; what it returns ends that, within a step. */
export function keepEndedSwept(parts: EndedSweepParts): () => Promise<void> {
  const { db, nowMs, after, log } = parts;
  const clock = new EvenClock(parts);
  const ending = new AbortController();
  const end = keepDoing({
    everyMs,
    async work() {
      const isOver = () => ending.signal.aborted || !clock.isEven();
      await sweepEnded(db, nowMs, isOver, ending.signal);
    },
    failed: 'What is over could not be swept',
    after,
    log,
  });
  return async () => {
    ending.abort();
    await end();
  };
}

/** `isOver`: asked before each step. */
async function sweepEnded(
  db: Database,
  nowMs: () => number,
  isOver: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  for (const step of [sessions, throttles, repeats, links, mutes, delivered, failed])
    for (;;) {
      if (isOver()) return;
      const { numDeletedRows } = await step(db, Math.floor(nowMs() / 1000)).executeTakeFirst();
      if (numDeletedRows < stepRows) break;
      await pause(restMs, undefined, { signal }).catch(() => undefined);
    }
  await sweepLogs(db, nowMs, isOver, signal);
}

async function sweepLogs(
  db: Database,
  nowMs: () => number,
  isOver: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  if (isOver()) return;
  for await (const over of withOldLines(db, nowMs()))
    for (const table of ['logs', 'auditLogs'] as const)
      for (;;) {
        if (isOver()) return;
        const { numDeletedRows } = await oldLines(db, table, over, stepRows).executeTakeFirst();
        if (numDeletedRows < stepRows) break;
        await pause(restMs, undefined, { signal }).catch(() => undefined);
      }
}

// Each by the index of its end, oldest first. The end is asked about again: somebody may just have begun it anew.

function sessions(db: Database, now: number) {
  const over = db.selectFrom('sessions').select('idHash').where('expiresAt', '<=', now);
  return db
    .deleteFrom('sessions')
    .where('idHash', 'in', amongFound(db, over.orderBy('expiresAt').limit(stepRows)))
    .where('expiresAt', '<=', now);
}

function throttles(db: Database, now: number) {
  const over = db.selectFrom('throttles').select('scope').where('endsAt', '<=', now);
  return db
    .deleteFrom('throttles')
    .where('scope', 'in', amongFound(db, over.orderBy('endsAt').limit(stepRows)))
    .where('endsAt', '<=', now);
}

function repeats(db: Database, now: number) {
  const over = db.selectFrom('repeats').select('request').where('expiresAt', '<=', now);
  return db
    .deleteFrom('repeats')
    .where('request', 'in', amongFound(db, over.orderBy('expiresAt').limit(stepRows)))
    .where('expiresAt', '<=', now);
}

function links(db: Database, now: number) {
  const over = db.selectFrom('passwordResets').select('tokenHash').where('expiresAt', '<=', now);
  return db
    .deleteFrom('passwordResets')
    .where('tokenHash', 'in', amongFound(db, over.orderBy('expiresAt').limit(stepRows)))
    .where('expiresAt', '<=', now);
}

function mutes(db: Database, now: number) {
  const over = db.selectFrom('chatMutes').select('userId').where('mutedUntil', '<=', now);
  return db
    .deleteFrom('chatMutes')
    .where('userId', 'in', amongFound(db, over.limit(stepRows)))
    .where('mutedUntil', '<=', now);
}

const delivered = (db: Database, now: number) => deliveries(db, 'delivered', now);
const failed = (db: Database, now: number) => deliveries(db, 'failed', now);

function deliveries(db: Database, status: 'delivered' | 'failed', now: number) {
  const over = db
    .selectFrom('deliveries')
    .select('id')
    .where('status', '=', status)
    .where('nextAt', '<=', now - deliveriesSeconds);
  return db
    .deleteFrom('deliveries')
    .where('id', 'in', amongFound(db, over.orderBy('nextAt').limit(stepRows)))
    .where('status', '=', status);
}

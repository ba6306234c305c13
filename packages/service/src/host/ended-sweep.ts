// Lets go of what is over: sessions, budgets, requests that were kept, links to passwords, mutes, old lines of logs. In small steps with a rest after
// each, so that however much there is, nobody waits for one; and only while the clock can be believed.
import { setTimeout as pause } from 'node:timers/promises';
import type { RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import { EvenClock, type ClockParts } from '../clock.ts';
import { among } from '../database/among.ts';
import type { Database } from '../database/schema.ts';
import { keepDoing, type After } from '../keep-doing.ts';
import { oldLines, withOldLines } from './log-retention.ts';
import { inSeconds, type UnixMs } from '@latchkey/protocol/units.ts';

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
      await sweepEnded({ db, nowMs, isOver, signal: ending.signal });
    },
    failed: 'Could not sweep expired rows',
    after,
    log,
  });
  return async () => {
    ending.abort();
    await end();
  };
}

/** What is over, by its key, and where it stands in the order of the index. */
interface Found {
  readonly key: string;
  readonly at: number | UnixMs;
}

/**
 * `find`: the first of those that are over, from a place in the order of their end on. `remove` asks about the end again: somebody may
 * just have begun it anew.
 */
interface Kind {
  readonly find: (now: number, from: number) => Limited;
  readonly remove: (keys: RawBuilder<string>, now: number) => { execute: () => Promise<unknown> };
}

interface Limited {
  limit(rows: number): { execute: () => Promise<readonly Found[]> };
}

interface Sweeping {
  readonly db: Database;
  readonly nowMs: () => UnixMs;
  /** Asked before each step. */
  readonly isOver: () => boolean;
  readonly signal: AbortSignal;
}

async function sweepEnded(sweeping: Sweeping): Promise<void> {
  const { db, nowMs, isOver } = sweeping;
  const kinds = [sessions, throttles, repeats, links, mutes, delivered, failed];
  for (const kind of kinds) await sweep(sweeping, kind(db));
  if (isOver()) return;
  for await (const over of withOldLines(db, nowMs()))
    for (const table of ['logs', 'auditLogs'] as const)
      await sweep(sweeping, oldLines(db, table, over));
}

/** What is gone is in the indexes of PostgreSQL for a while: each step goes on where the last one ended, and does not pass it again. */
async function sweep(
  { db, nowMs, isOver, signal }: Sweeping,
  { find, remove }: Kind,
): Promise<void> {
  for (let from = Number.MIN_SAFE_INTEGER; ;) {
    if (isOver()) return;
    const now = inSeconds(nowMs());
    const found = await find(now, from).limit(stepRows).execute();
    const last = found.at(-1);
    if (last === undefined) return;
    const keys = found.map(({ key }) => key);
    await remove(among(db, keys), now).execute();
    if (found.length < stepRows) return;
    from = Number(last.at);
    await pause(restMs, undefined, { signal }).catch(() => undefined);
  }
}

const sessions = (db: Database): Kind => ({
  find: (now, from) =>
    db
      .selectFrom('sessions')
      .select(['idHash as key', 'expiresAt as at'])
      .where('expiresAt', '>=', from)
      .where('expiresAt', '<=', now)
      .orderBy('expiresAt'),
  remove: (keys, now) =>
    db.deleteFrom('sessions').where('idHash', 'in', keys).where('expiresAt', '<=', now),
});

const throttles = (db: Database): Kind => ({
  find: (now, from) =>
    db
      .selectFrom('throttles')
      .select(['scope as key', 'endsAt as at'])
      .where('endsAt', '>=', from)
      .where('endsAt', '<=', now)
      .orderBy('endsAt'),
  remove: (keys, now) =>
    db.deleteFrom('throttles').where('scope', 'in', keys).where('endsAt', '<=', now),
});

const repeats = (db: Database): Kind => ({
  find: (now, from) =>
    db
      .selectFrom('repeats')
      .select(['request as key', 'expiresAt as at'])
      .where('expiresAt', '>=', from)
      .where('expiresAt', '<=', now)
      .orderBy('expiresAt'),
  remove: (keys, now) =>
    db.deleteFrom('repeats').where('request', 'in', keys).where('expiresAt', '<=', now),
});

const links = (db: Database): Kind => ({
  find: (now, from) =>
    db
      .selectFrom('passwordResets')
      .select(['tokenHash as key', 'expiresAt as at'])
      .where('expiresAt', '>=', from)
      .where('expiresAt', '<=', now)
      .orderBy('expiresAt'),
  remove: (keys, now) =>
    db.deleteFrom('passwordResets').where('tokenHash', 'in', keys).where('expiresAt', '<=', now),
});

const mutes = (db: Database): Kind => ({
  find: (now, from) =>
    db
      .selectFrom('chatMutes')
      .select(['userId as key', 'mutedUntil as at'])
      .where('mutedUntil', '>=', from)
      .where('mutedUntil', '<=', now)
      .orderBy('mutedUntil'),
  remove: (keys, now) =>
    db.deleteFrom('chatMutes').where('userId', 'in', keys).where('mutedUntil', '<=', now),
});

const delivered = (db: Database) => deliveries(db, 'delivered');
const failed = (db: Database) => deliveries(db, 'failed');

const deliveries = (db: Database, status: 'delivered' | 'failed'): Kind => ({
  find: (now, from) =>
    db
      .selectFrom('deliveries')
      .select(['id as key', 'nextAt as at'])
      .where('status', '=', status)
      .where('nextAt', '>=', from)
      .where('nextAt', '<=', now - deliveriesSeconds)
      .orderBy('nextAt'),
  remove: (keys) =>
    db.deleteFrom('deliveries').where('id', 'in', keys).where('status', '=', status),
});

// Deletes expired rows every minute: sessions, throttles, idempotency records, reset links and
// more. The sweep works in small steps with pauses, so that no request waits long, and only while
// the clock is reliable.
import { setTimeout as pause } from 'node:timers/promises';
import type { RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import { EvenClock, type ClockParts } from '../clock.ts';
import { among } from '../database/among.ts';
import type { Database } from '../database/schema.ts';
import { runPeriodically, type After } from '../periodic-work.ts';
import { oldLines, withOldLines } from './log-retention.ts';
import { inSeconds, type UnixMs } from '@latchkey/protocol/units.ts';

const everyMs = 60_000;
/** Rows in one step, which takes a few milliseconds. */
export const stepRows = 500;
const pauseMs = 20;
/** How long a finished delivery stays listed after its last attempt. */
const deliveriesSeconds = 30 * 86_400;

export interface ExpirySweepParts extends ClockParts {
  readonly db: Database;
  readonly after?: After | undefined;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

/** Starts the sweep. The returned function stops it after the current step. */
export function startExpirySweep(parts: ExpirySweepParts): () => Promise<void> {
  const { db, nowMs, after, log } = parts;
  const clock = new EvenClock(parts);
  const ending = new AbortController();
  const end = runPeriodically({
    everyMs,
    async work() {
      const shouldStop = () => ending.signal.aborted || !clock.isEven();
      await sweepExpired({ db, nowMs, shouldStop, signal: ending.signal });
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

/** An expired row: its key, and its position in the order of the index. */
interface Found {
  readonly key: string;
  readonly at: number | UnixMs;
}

/**
 * Queries for one kind of rows. `remove` checks the expiry again, because a row may have been
 * renewed since `find`.
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
  readonly shouldStop: () => boolean;
  readonly signal: AbortSignal;
}

async function sweepExpired(sweeping: Sweeping): Promise<void> {
  const { db, nowMs, shouldStop } = sweeping;
  const kinds = [sessions, throttles, repeats, links, mutes, delivered, failed];
  for (const kind of kinds) await sweep(sweeping, kind(db));
  if (shouldStop()) return;
  for await (const cutoffs of withOldLines(db, nowMs()))
    for (const table of ['logs', 'auditLogs'] as const)
      await sweep(sweeping, oldLines(db, table, cutoffs));
}

/** Each step starts where the last ended: PostgreSQL's indexes hold deleted rows for a while. */
async function sweep(
  { db, nowMs, shouldStop, signal }: Sweeping,
  { find, remove }: Kind,
): Promise<void> {
  for (let from = Number.MIN_SAFE_INTEGER; ;) {
    if (shouldStop()) return;
    const now = inSeconds(nowMs());
    const found = await find(now, from).limit(stepRows).execute();
    const last = found.at(-1);
    if (last === undefined) return;
    const keys = found.map(({ key }) => key);
    await remove(among(db, keys), now).execute();
    if (found.length < stepRows) return;
    from = Number(last.at);
    await pause(pauseMs, undefined, { signal }).catch(() => undefined);
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

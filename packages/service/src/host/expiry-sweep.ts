// Deletes expired rows every minute: sessions, throttles, idempotency records, histories of users
// and more. The sweep works in small steps with pauses, so that no request waits long, and only while
// the clock is reliable.
import { setTimeout as pause } from 'node:timers/promises';
import type { RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import { ClockMonitor, type ClockParts } from '../clock.ts';
import { isStill } from '../database/expressions.ts';
import { inList } from '../database/in-list.ts';
import type { Database } from '../database/schema.ts';
import { knownSeconds } from '../features/people/person-sessions.ts';
import { runPeriodically, type After } from '../periodic-work.ts';
import { applicationsWithExpiredLines, expiredHistory, expiredLines } from './log-retention.ts';
import { toUnixSeconds, type UnixMs } from '@latchkey/protocol/units.ts';

const intervalMs = 60_000;
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
  const clock = new ClockMonitor(parts);
  const stopping = new AbortController();
  const stop = runPeriodically({
    intervalMs,
    async work() {
      const shouldStop = () => stopping.signal.aborted || !clock.isSteady();
      await sweepExpired({ db, nowMs, shouldStop, signal: stopping.signal });
    },
    failureMessage: 'Could not sweep expired rows',
    after,
    log,
  });
  return async () => {
    stopping.abort();
    await stop();
  };
}

/** An expired row: its key, and its position in the order of the index. */
interface FoundRow {
  readonly key: string;
  readonly at: number | UnixMs;
}

/**
 * Queries for one kind of rows. `remove` checks the expiry again, because a row may have been
 * renewed since `find`.
 */
interface ExpiringRows {
  readonly find: (now: number, from: number) => Limited;
  readonly remove: (keys: RawBuilder<string>, now: number) => { execute: () => Promise<unknown> };
}

interface Limited {
  limit(rows: number): { execute: () => Promise<readonly FoundRow[]> };
}

interface SweepContext {
  readonly db: Database;
  readonly nowMs: () => UnixMs;
  readonly shouldStop: () => boolean;
  readonly signal: AbortSignal;
}

async function sweepExpired(context: SweepContext): Promise<void> {
  const { db, nowMs, shouldStop } = context;
  const allExpiringRows = [
    ...[sessions, endedSessions, throttles, repeats, resetLinks],
    ...[mutes, delivered, failed, invitations, personSessions, trials],
  ];
  for (const expiringRows of allExpiringRows) await sweep(context, expiringRows(db));
  if (shouldStop()) return;
  for await (const cutoffs of applicationsWithExpiredLines(db, nowMs())) {
    for (const table of ['logs', 'auditLogs'] as const)
      await sweep(context, expiredLines(db, table, cutoffs));
    await sweep(context, expiredHistory(db, cutoffs));
  }
}

/** Each step starts where the last ended: PostgreSQL's indexes hold deleted rows for a while. */
async function sweep(
  { db, nowMs, shouldStop, signal }: SweepContext,
  { find, remove }: ExpiringRows,
): Promise<void> {
  for (let from = Number.MIN_SAFE_INTEGER; ;) {
    if (shouldStop()) return;
    const now = toUnixSeconds(nowMs());
    const rows = await find(now, from).limit(stepRows).execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    const keys = rows.map(({ key }) => key);
    await remove(inList(db, keys), now).execute();
    if (rows.length < stepRows) return;
    from = Number(last.at);
    await pause(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

const invitations = (db: Database): ExpiringRows => ({
  find: (now, from) =>
    db
      .selectFrom('invitations')
      .select(['tokenHash as key', 'expiresAt as at'])
      .where('expiresAt', '>=', from)
      .where('expiresAt', '<=', now)
      .orderBy('expiresAt'),
  remove: (keys, now) =>
    db.deleteFrom('invitations').where('tokenHash', 'in', keys).where('expiresAt', '<=', now),
});

const personSessions = (db: Database): ExpiringRows => ({
  find: (now, from) =>
    db
      .selectFrom('personSessions')
      .select(['idHash as key', 'createdAt as at'])
      .where('createdAt', '>=', from)
      .where('createdAt', '<=', now - knownSeconds)
      .orderBy('createdAt'),
  remove: (keys) => db.deleteFrom('personSessions').where('idHash', 'in', keys),
});

const sessions = (db: Database): ExpiringRows => ({
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

const endedSessions = (db: Database): ExpiringRows => ({
  find: (now, from) =>
    db
      .selectFrom('endedSessions')
      .select(['idHash as key', 'expiresAt as at'])
      .where('expiresAt', '>=', from)
      .where('expiresAt', '<=', now)
      .orderBy('expiresAt'),
  remove: (keys, now) =>
    db.deleteFrom('endedSessions').where('idHash', 'in', keys).where('expiresAt', '<=', now),
});

const throttles = (db: Database): ExpiringRows => ({
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

const repeats = (db: Database): ExpiringRows => ({
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

const resetLinks = (db: Database): ExpiringRows => ({
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

const trials = (db: Database): ExpiringRows => ({
  find: (now, from) =>
    db
      .selectFrom('trials')
      .select(['computer as key', 'expiresAt as at'])
      .where('expiresAt', '>=', from)
      .where('expiresAt', '<=', now)
      .orderBy('expiresAt'),
  remove: (keys, now) =>
    db.deleteFrom('trials').where('computer', 'in', keys).where('expiresAt', '<=', now),
});

const mutes = (db: Database): ExpiringRows => ({
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

const deliveries = (db: Database, status: 'delivered' | 'failed'): ExpiringRows => ({
  find: (now, from) =>
    db
      .selectFrom('deliveries')
      .select(['id as key', 'nextAt as at'])
      .where('status', '=', status)
      .where('nextAt', '>=', from)
      .where('nextAt', '<=', now - deliveriesSeconds)
      .orderBy('nextAt'),
  remove: (keys) =>
    db.deleteFrom('deliveries').where('id', 'in', keys).where(isStill('status', status)),
});

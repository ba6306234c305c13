// Finds log lines and rows of histories older than their application's retention. One query checks
// some hundred applications, with one index lookup for each.
import type { RawBuilder } from 'kysely';
import type { Database } from '../database/schema.ts';
import { idsFrom } from '../ordered-ids.ts';
import { plainMs, unixMs, type UnixMs } from '@latchkey/protocol/units.ts';

const [applicationsPerQuery, dayMs] = [500, 86_400_000];

interface Cutoffs {
  readonly id: string;
  /** Lines written at this time or earlier have expired. */
  readonly logs: UnixMs;
  readonly auditLogs: UnixMs;
  readonly history: UnixMs;
}

/** Yields the applications that have lines to sweep. */
export async function* applicationsWithExpiredLines(
  db: Database,
  nowMs: UnixMs,
): AsyncGenerator<Cutoffs> {
  for (let after = ''; ;) {
    const page = await db
      .selectFrom('applications')
      .select(['id', 'logDays', 'auditDays', 'historyDays'])
      .select((eb) => [
        eb
          .selectFrom('logs')
          .select((inner) => inner.fn.min('writtenAtMs').as('oldest'))
          .whereRef('logs.applicationId', '=', 'applications.id')
          .as('oldestLine'),
        eb
          .selectFrom('auditLogs')
          .select((inner) => inner.fn.min('writtenAtMs').as('oldest'))
          .whereRef('auditLogs.applicationId', '=', 'applications.id')
          .as('oldestRow'),
        eb
          .selectFrom('history')
          .select((inner) => inner.fn.min('history.id').as('oldest'))
          .whereRef('history.applicationId', '=', 'applications.id')
          .as('oldestHistory'),
      ])
      .where('id', '>', after)
      .orderBy('id')
      .limit(applicationsPerQuery)
      .execute();
    for (const { id, oldestLine, oldestRow, oldestHistory, ...days } of page) {
      const cutoffs = {
        id,
        logs: cutoffOf(days.logDays, nowMs),
        auditLogs: cutoffOf(days.auditDays, nowMs),
        history: cutoffOf(days.historyDays, nowMs),
      };
      if (
        (oldestLine ?? nowMs) <= cutoffs.logs ||
        (oldestRow ?? nowMs) <= cutoffs.auditLogs ||
        (oldestHistory !== null && oldestHistory < idsFrom(cutoffs.history))
      )
        yield cutoffs;
    }
    const last = page.at(-1);
    if (last === undefined || page.length < applicationsPerQuery) return;
    after = last.id;
  }
}

function cutoffOf(days: number, nowMs: UnixMs): UnixMs {
  return unixMs(days === 0 ? -1 : Math.max(0, plainMs(nowMs) - days * dayMs));
}

export function expiredLines(db: Database, table: 'logs' | 'auditLogs', cutoffs: Cutoffs) {
  return {
    find: (_now: number, from: number) =>
      db
        .selectFrom(table)
        .select(['id as key', 'writtenAtMs as at'])
        .where('applicationId', '=', cutoffs.id)
        .where('writtenAtMs', '>=', unixMs(from))
        .where('writtenAtMs', '<=', cutoffs[table])
        .orderBy('writtenAtMs'),
    remove: (keys: RawBuilder<string>) =>
      db.deleteFrom(table).where('applicationId', '=', cutoffs.id).where('id', 'in', keys),
  };
}

/** Uses the ids, which are in the order of time. */
export function expiredHistory(db: Database, { id: applicationId, history }: Cutoffs) {
  return {
    find: (_now: number, from: number) =>
      db
        .selectFrom('history')
        .select(['id as key', 'writtenAtMs as at'])
        .where('applicationId', '=', applicationId)
        .where('id', '>=', idsFrom(unixMs(Math.max(0, from))))
        .where('id', '<', idsFrom(history))
        .orderBy('id'),
    remove: (keys: RawBuilder<string>) =>
      db.deleteFrom('history').where('applicationId', '=', applicationId).where('id', 'in', keys),
  };
}

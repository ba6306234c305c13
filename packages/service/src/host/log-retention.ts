// Finds log lines older than their application's retention. One query checks some hundred
// applications, with one index lookup for each.
import type { RawBuilder } from 'kysely';
import type { Database } from '../database/schema.ts';
import { plainMs, unixMs, type UnixMs } from '@latchkey/protocol/units.ts';

const [applicationsPerQuery, dayMs] = [500, 86_400_000];

interface Cutoffs {
  readonly id: string;
  /** Lines written at this time or earlier have expired. */
  readonly logs: UnixMs;
  readonly auditLogs: UnixMs;
}

/** Yields the applications that have lines to sweep. */
export async function* applicationsWithExpiredLines(
  db: Database,
  nowMs: UnixMs,
): AsyncGenerator<Cutoffs> {
  for (let after = ''; ;) {
    const page = await db
      .selectFrom('applications')
      .select(['id', 'logDays', 'auditDays'])
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
      ])
      .where('id', '>', after)
      .orderBy('id')
      .limit(applicationsPerQuery)
      .execute();
    for (const { id, logDays, auditDays, oldestLine, oldestRow } of page) {
      const cutoffs = { id, logs: cutoffOf(logDays, nowMs), auditLogs: cutoffOf(auditDays, nowMs) };
      if ((oldestLine ?? nowMs) <= cutoffs.logs || (oldestRow ?? nowMs) <= cutoffs.auditLogs)
        yield cutoffs;
    }
    const last = page.at(-1);
    if (last === undefined || page.length < applicationsPerQuery) return;
    after = last.id;
  }
}

function cutoffOf(days: number, nowMs: UnixMs): UnixMs {
  return unixMs(days === 0 ? -1 : plainMs(nowMs) - days * dayMs);
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

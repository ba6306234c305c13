// Finds log lines older than their application's retention. One query checks some hundred
// applications, each with one lookup in the index of its lines.
import type { RawBuilder } from 'kysely';
import type { Database } from '../database/schema.ts';
import { plainMs, unixMs, type UnixMs } from '@latchkey/protocol/units.ts';

const [applicationsAtOnce, dayMs] = [500, 86_400_000];

interface Over {
  readonly id: string;
  /** Lines written until then have expired. */
  readonly logs: UnixMs;
  readonly auditLogs: UnixMs;
}

/** Yields the applications that have lines to sweep. */
export async function* withOldLines(db: Database, nowMs: UnixMs): AsyncGenerator<Over> {
  for (let after = ''; ;) {
    const some = await db
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
      .limit(applicationsAtOnce)
      .execute();
    for (const { id, logDays, auditDays, oldestLine, oldestRow } of some) {
      const over = { id, logs: endOf(logDays, nowMs), auditLogs: endOf(auditDays, nowMs) };
      if ((oldestLine ?? nowMs) <= over.logs || (oldestRow ?? nowMs) <= over.auditLogs) yield over;
    }
    const last = some.at(-1);
    if (last === undefined || some.length < applicationsAtOnce) return;
    after = last.id;
  }
}

function endOf(days: number, nowMs: UnixMs): UnixMs {
  return unixMs(days === 0 ? -1 : plainMs(nowMs) - days * dayMs);
}

export function oldLines(db: Database, table: 'logs' | 'auditLogs', over: Over) {
  return {
    find: (_now: number, from: number) =>
      db
        .selectFrom(table)
        .select(['id as key', 'writtenAtMs as at'])
        .where('applicationId', '=', over.id)
        .where('writtenAtMs', '>=', unixMs(from))
        .where('writtenAtMs', '<=', over[table])
        .orderBy('writtenAtMs'),
    remove: (keys: RawBuilder<string>) =>
      db.deleteFrom(table).where('applicationId', '=', over.id).where('id', 'in', keys),
  };
}

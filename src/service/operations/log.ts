// `log`: a line of a program into the application's log (contract 1.10). A bounded number of lines is kept.
import { randomUUID } from 'node:crypto';
import type { RequestOf } from '../../shared/wire/client-spec.ts';
import type { SessionCall } from '../call.ts';
import { emitEvent } from '../outbound/events.ts';
import type { Outcome } from '../outcome.ts';
import type { Database } from '../database/schema.ts';

/** Of each application; up to some hundred more between two trims. */
export const keptLogs = 10_000;
/** Trimming reads past all that is kept, so it is done in one millisecond of so many. */
const trimEveryMs = 50;

export async function log(call: SessionCall, request: RequestOf<'log'>): Promise<Outcome<'log'>> {
  const { application, user, ip, nowMs } = call;
  const { message } = request;
  const username = user?.username;
  const pcuser = request.pcuser === '' ? undefined : request.pcuser;
  const writtenAtMs = nowMs();
  return call.once.whole<Outcome<'log'>>(call.db, async (db) => {
    await db
      .insertInto('logs')
      .values({
        id: randomUUID(),
        applicationId: application.id,
        writtenAtMs,
        username: username ?? null,
        pcuser: pcuser ?? null,
        ip,
        message,
      })
      .execute();
    if (writtenAtMs % trimEveryMs === 0) await trimLogs(db, application.id);
    await emitEvent(db, call, 'log', { username, ip, message, pcuser });
    return { ok: true, answer: { message: 'Logged' } };
  });
}

async function trimLogs(db: Database, applicationId: string): Promise<void> {
  const oldestKept = db
    .selectFrom('logs')
    .select('writtenAtMs')
    .where('applicationId', '=', applicationId)
    .orderBy('writtenAtMs', 'desc')
    .offset(keptLogs - 1)
    .limit(1);
  await db
    .deleteFrom('logs')
    .where('applicationId', '=', applicationId)
    .where('writtenAtMs', '<', oldestKept)
    .execute();
}

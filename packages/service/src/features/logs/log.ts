// `log`: adds a line that a program sent to the application's log (docs/protocol.md#log-lines).
// Lines of users and of sessions without a user (strangers) have separate limits, so that strangers
// evict only each other's lines.
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import type { SessionCall } from '../../api/call.ts';
import { countDrop } from '../../outbound/drops.ts';
import { emitEvent } from '../../outbound/events.ts';
import { orderedId } from '../../ordered-ids.ts';
import { refuse, type Outcome, type Refusal } from '../../outcome.ts';
import { addToCount, scopeOf } from '../../secrets/throttles.ts';
import type { Database, Transaction } from '../../database/schema.ts';
import { plainMs } from '@latchkey/protocol/units.ts';

/**
 * Maximum stored lines of an application's users, and of its strangers. Between two trims, a few
 * hundred more may be stored.
 */
export const maxLogLines = 10_000;
/**
 * A trim reads past all stored lines, so only lines written at a multiple of this time cause one.
 */
const trimEveryMs = 50;
/** Maximum lines per minute of a session without a user (docs/protocol.md#fair-shares). */
const maxLinesOfStranger = 60;
const minute = 60;

export async function log(call: SessionCall, request: RequestOf<'log'>): Promise<Outcome<'log'>> {
  const { application, user, ip, now, nowMs } = call;
  const { message } = request;
  const username = user?.username;
  const pcuser = request.pcuser === '' ? undefined : request.pcuser;
  const writtenAtMs = nowMs();
  return call.idempotency.transact(call, async (call): Promise<Outcome<'log'>> => {
    const { db } = call;
    const refusal = user === null ? await refuseTooMany(db, call) : null;
    if (refusal !== null) return refusal;
    await db
      .insertInto('logs')
      .values({
        id: orderedId(writtenAtMs),
        applicationId: application.id,
        writtenAtMs,
        username: username ?? null,
        pcuser: pcuser ?? null,
        ip,
        message,
      })
      .execute();
    if (plainMs(writtenAtMs) % trimEveryMs === 0) {
      const removed = await trimLogs(db, application.id, user === null ? 'is' : 'is not');
      await countDrop(db, application.id, 'log', removed, now);
    }
    await emitEvent(db, call, 'log', { username, ip, message, pcuser });
    return { ok: true, answer: { message: 'Logged' } };
  });
}

async function refuseTooMany(
  db: Database,
  { application, session, now }: Pick<SessionCall, 'application' | 'session' | 'now'>,
): Promise<Refusal | null> {
  const scope = scopeOf('log', session.idHash);
  const { count, endsAt } = await addToCount(db, scope, 1, now + minute, now);
  if (count <= maxLinesOfStranger) return null;
  await countDrop(db, application.id, 'log', 1, now);
  return refuse('rate-limited', { retryAfter: Math.max(1, endsAt - now) });
}

/**
 * Deletes the oldest lines above the maximum and returns their number. `nullComparison` selects the
 * lines of strangers (`is`) or of users (`is not`).
 */
async function trimLogs(
  db: Transaction,
  applicationId: string,
  nullComparison: 'is' | 'is not',
): Promise<number> {
  const oldestRemaining = db
    .selectFrom('logs')
    .select('writtenAtMs')
    .where('applicationId', '=', applicationId)
    .where('username', nullComparison, null)
    .orderBy('writtenAtMs', 'desc')
    .offset(maxLogLines - 1)
    .limit(1);
  const { numDeletedRows } = await db
    .deleteFrom('logs')
    .where('applicationId', '=', applicationId)
    .where('username', nullComparison, null)
    .where('writtenAtMs', '<', oldestRemaining)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

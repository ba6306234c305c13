// Ends sessions and stores why, so that their next request gets the reason
// (docs/protocol.md#sessions).
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Call } from '../../api/call.ts';
import { statement } from '../../database/statement.ts';
import type { Database, Tables, Transaction } from '../../database/schema.ts';
import type { EndReason } from '../../database/schema-content.ts';
import { refuse, type Refusal } from '../../outcome.ts';

interface Ending {
  readonly userId: string;
  /** The session that continues. */
  readonly exceptIdHash: string;
  /** Unix seconds. */
  readonly now: number;
}

export interface EndedSession {
  readonly userId: string;
  readonly idHash: string;
  /** Unix seconds. */
  readonly now: number;
}

/** Returns the number of sessions of a user. */
export async function countSessions(
  { db, now }: { readonly db: Database; readonly now: number },
  userId: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

/** Ends one session of a user. */
export async function endSessionFor(
  db: Transaction,
  { userId, idHash, now }: EndedSession,
  reason: EndReason,
): Promise<void> {
  await endSessionsWhere(db, { userId, exceptIdHash: '', now }, reason, (eb) =>
    eb('sessions.idHash', '=', idHash),
  );
}

/** Ends all other sessions of a user, and the token that the remaining one gave to a program. */
export async function endOtherSessions(
  db: Transaction,
  ending: Ending,
  reason: EndReason,
): Promise<void> {
  await endSessionsWhere(db, ending, reason, (eb) => eb.lit(true));
  await db
    .updateTable('sessions')
    .set({ programToken: null, programTokenEndsAt: null })
    .where('idHash', '=', ending.exceptIdHash)
    .where('programTokenEndsAt', 'is not', null)
    .execute();
}

/**
 * Ends the sessions of a user on one computer. Also those of programs whose computer is unknown,
 * because they may be on it.
 */
export async function endSessionsOfComputer(
  db: Transaction,
  ending: Ending,
  hwid: string,
): Promise<void> {
  await endSessionsWhere(db, ending, 'computer-removed', (eb) =>
    eb.or([
      eb('sessions.hwid', '=', hwid),
      eb.and([eb('sessions.hwid', 'is', null), eb('sessions.browser', 'is', null)]),
    ]),
  );
}

async function endSessionsWhere(
  db: Transaction,
  { userId, exceptIdHash, now }: Ending,
  reason: EndReason,
  isEnded: (eb: ExpressionBuilder<Tables, 'sessions'>) => Expression<SqlBool>,
): Promise<void> {
  const isIncluded = (eb: ExpressionBuilder<Tables, 'sessions'>) =>
    eb.and([
      eb('sessions.userId', '=', userId),
      eb('sessions.idHash', '!=', exceptIdHash),
      eb('sessions.expiresAt', '>', now),
      isEnded(eb),
    ]);
  await db
    .insertInto('endedSessions')
    .columns(['idHash', 'applicationId', 'reason', 'expiresAt'])
    .expression(
      db
        .selectFrom('sessions')
        .select((eb) => [
          'sessions.idHash',
          'sessions.applicationId',
          eb.cast<EndReason>(eb.val(reason), 'text').as('reason'),
          'sessions.expiresAt',
        ])
        .where(isIncluded),
    )
    .execute();
  await db.deleteFrom('sessions').where(isIncluded).execute();
}

type EndedKey = {
  readonly applicationId: string;
  readonly idHash: string;
  readonly now: number;
};

const readEnded = statement((db, { applicationId, idHash, now }: EndedKey) =>
  db
    .selectFrom('endedSessions')
    .select('reason')
    .where('idHash', '=', idHash)
    .where('applicationId', '=', applicationId)
    .where('expiresAt', '>', now),
);

/** Refuses a session that does not exist (any more), with the reason if it was ended for one. */
export async function refuseGoneSession({
  db,
  application,
  sessionIdHash,
  now,
}: Pick<Call, 'db' | 'application' | 'sessionIdHash' | 'now'>): Promise<Refusal> {
  if (sessionIdHash === null) return refuse('session-gone');
  const key = { applicationId: application.id, idHash: sessionIdHash, now };
  const [found] = await readEnded(db, key);
  return refuse('session-gone', found === undefined ? {} : { ended: found.reason });
}

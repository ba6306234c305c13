// Whose session an address was made for, and whether it still may have what lies there.
import type { Database } from '../../database/schema.ts';
import type { DownloadTicket } from '../../secrets/tickets.ts';
import { ownedSubscriptions, refuseInactive } from '../subscriptions/subscriptions.ts';
import { refuseStopped } from '../../api/client-api.ts';
import { refuse, type Refusal } from '../../outcome.ts';
import { refuseBanned } from '../users/bans.ts';

/** SECURITY: asked again at every request, so that the end of a session ends its downloads. `now`: unix seconds. */
export async function refuseTicket(
  db: Database,
  ticket: DownloadTicket,
  now: number,
): Promise<{ readonly userId: string | null } | Refusal> {
  const session = await sessionOf(db, ticket, now);
  if (session === undefined) return refuse('session-gone');
  const stopped = refuseStopped(session);
  if (stopped !== null) return stopped;
  const { userId, bannedReason } = session;
  if (userId === null) return { userId };
  const ended =
    refuseBanned({ bannedReason }) ?? refuseInactive(await ownedSubscriptions(db, userId), now);
  return ended ?? { userId };
}

async function sessionOf(db: Database, ticket: DownloadTicket, now: number) {
  return db
    .selectFrom('sessions')
    .innerJoin('applications', 'applications.id', 'sessions.applicationId')
    .leftJoin('users', 'users.id', 'sessions.userId')
    .select([
      'sessions.userId',
      'applications.enabled',
      'applications.paused',
      'users.bannedReason',
    ])
    .where('sessions.idHash', '=', ticket.sessionIdHash)
    .where('sessions.applicationId', '=', ticket.applicationId)
    .where('sessions.expiresAt', '>', now)
    .executeTakeFirst();
}

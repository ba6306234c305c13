// Seller API operations on sessions.
import type { sessionsApi } from '@latchkey/protocol/seller/sessions.ts';
import { endSessionsPass } from '../../api/passes.ts';
import {
  beginForAll,
  done,
  fail,
  type SellerHandlers,
  type SellerCall,
} from '../../api/seller-call.ts';
import { readLongPage, type SliceStart } from '../../api/seller-page.ts';
import { sessionShortId } from '../../database/expressions.ts';
import { hashToken } from '../../secrets/token-hash.ts';

export const sessions: SellerHandlers<typeof sessionsApi> = {
  async kill({ db, application, now }, { sessid }) {
    const { numDeletedRows } = await db
      .deleteFrom('sessions')
      .where('applicationId', '=', application.id)
      .where((eb) =>
        eb.or([eb('idHash', 'in', [sessid, hashToken(sessid)]), eb(sessionShortId, '=', sessid)]),
      )
      .where('expiresAt', '>', now)
      .executeTakeFirst();
    return numDeletedRows === 0n ? fail('session-unknown') : done();
  },
  killall: {
    begin: beginForAll,
    passes: [endSessionsPass],
    end: ({ changed }) => (changed === 0 ? fail('no-sessions') : done()),
  },
  async fetchallsessions(call, page) {
    const { rows, ...more } = await readLongPage(
      call,
      {
        name: 'sessions',
        hasTies: true,
        cursors: (start) => sessionsQuery(call, start),
        rows: (start) =>
          sessionsQuery(call, start).select((eb) => [
            // Uses a subquery, because a join may read all users for a few sessions.
            eb
              .selectFrom('users')
              .select('username')
              .whereRef('users.id', '=', 'sessions.userId')
              .as('username'),
            'sessions.userId',
            'ip',
            sessionShortId.as('id'),
          ]),
      },
      page,
    );
    const sessions = rows.map(({ id, username, first, userId, ip }) => ({
      id,
      credential: username,
      expiry: String(first),
      validated: userId === null ? ('0' as const) : ('1' as const),
      ip,
    }));
    return done({ sessions, ...more });
  },
};

/** Selects only sessions that have not ended, the latest end first. */
function sessionsQuery({ db, application, now }: SellerCall, { after, cursor }: SliceStart) {
  return db
    .selectFrom('sessions')
    .select(['sessions.expiresAt as first', 'sessions.idHash as second'])
    .where('sessions.applicationId', '=', application.id)
    .where('sessions.expiresAt', '>', now)
    .$if(after === 'ties', (query) =>
      query
        .where('sessions.expiresAt', '=', Number(cursor.first))
        .where('sessions.idHash', '>', cursor.second),
    )
    .$if(after === 'first', (query) => query.where('sessions.expiresAt', '<', Number(cursor.first)))
    .orderBy('sessions.expiresAt', 'desc')
    .orderBy('sessions.idHash');
}

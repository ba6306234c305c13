// Sessions in the seller API: what each operation does. Changes run inside a transaction that ends with the audit row.
import type { sessionsApi } from '../../shared/wire/seller/sessions.ts';
import { done, fail, type SellerRuns } from '../seller-call.ts';
import { readPage } from '../seller-page.ts';
import { hashToken } from '../users/sessions.ts';

export const sessions: SellerRuns<typeof sessionsApi> = {
  async kill({ db, application, now }, { sessid }) {
    const { numDeletedRows } = await db
      .deleteFrom('sessions')
      .where('applicationId', '=', application.id)
      .where('idHash', 'in', [sessid, hashToken(sessid)])
      .where('expiresAt', '>', now)
      .executeTakeFirst();
    return numDeletedRows === 0n ? fail('Failed to kill session!') : done();
  },
  async killall({ db, application, now }) {
    const { numDeletedRows } = await db
      .deleteFrom('sessions')
      .where('applicationId', '=', application.id)
      .where('expiresAt', '>', now)
      .executeTakeFirst();
    return numDeletedRows === 0n ? fail('Failed to kill all sessions!') : done();
  },
  async fetchallsessions({ db, application, now }, page) {
    const { rows, ...more } = await readPage(
      db
        .selectFrom('sessions')
        .leftJoin('users', 'users.id', 'sessions.userId')
        .select(['idHash', 'username', 'expiresAt', 'sessions.userId', 'ip'])
        .where('sessions.applicationId', '=', application.id)
        .where('expiresAt', '>', now)
        .orderBy('expiresAt', 'desc')
        .orderBy('idHash'),
      page,
    );
    const sessions = rows.map(({ idHash, username, expiresAt, userId, ip }) => ({
      id: idHash,
      credential: username,
      expiry: String(expiresAt),
      validated: userId !== null,
      ip,
    }));
    return done({ sessions, ...more });
  },
};

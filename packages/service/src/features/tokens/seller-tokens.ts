// Seller API operations on tokens.
// SECURITY: a token is its holder's secret, so no audit row contains one.
import { randomBytes } from 'node:crypto';
import type { tokensApi } from '@latchkey/protocol/seller/tokens.ts';
import { openAt, sealAt, tokenLookupKey } from '../../secrets/at-rest.ts';
import { findLicense } from '../licenses/licenses.ts';
import {
  done,
  fail,
  type SellerHandlers,
  type SellerCall,
  type SellerChange,
} from '../../api/seller-call.ts';
import { readLongPage, type SliceStart } from '../../api/seller-page.ts';
import { userOfName } from '../../database/names.ts';

export const tokens: SellerHandlers<typeof tokensApi> = {
  async addtoken(call, { user, key }) {
    const { db, application, now, secret } = call;
    if (user !== undefined && key !== undefined) return fail('user-or-key');
    if (user !== undefined && !(await userExists(call, user))) return fail('user-unknown');
    if (key !== undefined && (await findLicense(db, application, key)) === undefined)
      return fail('key-unknown');
    const token = randomBytes(16).toString('hex');
    await db
      .insertInto('tokens')
      .values({
        applicationId: application.id,
        token: tokenLookupKey(secret, application.id, token),
        sealed: sealAt(secret, 'tokens', [application.id], token),
        kind: key === undefined ? 'user' : 'license',
        assigned: user ?? key ?? '',
        bannedReason: null,
        hash: null,
        createdAt: now,
      })
      .execute();
    return done({ token }, { text: token });
  },
  async deltoken({ db, application, secret }, { token }) {
    const { numDeletedRows } = await db
      .deleteFrom('tokens')
      .where('applicationId', '=', application.id)
      .where('token', '=', tokenLookupKey(secret, application.id, token))
      .executeTakeFirst();
    return numDeletedRows === 0n ? fail('token-unknown') : done();
  },
  async bantoken(call, { token, reason = '' }) {
    return (await setBanReason(call, token, reason)) ? done() : fail('token-unknown');
  },
  async unbantoken(call, { token }) {
    return (await setBanReason(call, token, null)) ? done() : fail('token-unknown');
  },
  async fetchalltokens(call, page) {
    const { application, secret } = call;
    const { rows, ...more } = await readLongPage(
      call,
      {
        name: 'tokens',
        hasTies: true,
        cursors: (start) => tokensQuery(call, start),
        rows: (start) =>
          tokensQuery(call, start).select([
            ...(['token', 'sealed', 'assigned', 'kind', 'bannedReason', 'hash'] as const),
          ]),
      },
      page,
    );
    const tokens = rows.map(({ token, sealed, assigned, kind, bannedReason, hash }) => ({
      token: sealed === null ? token : openAt(secret, 'tokens', [application.id], sealed),
      assigned,
      type: kind,
      status: hash === null ? ('Not Used' as const) : ('Used' as const),
      banned: bannedReason !== null,
      reason: bannedReason,
      hash,
    }));
    return done({ tokens, ...more });
  },
};

function tokensQuery({ db, application }: SellerCall, { after, cursor }: SliceStart) {
  return db
    .selectFrom('tokens')
    .select(['tokens.createdAt as first', 'tokens.token as second'])
    .where('tokens.applicationId', '=', application.id)
    .$if(after === 'ties', (query) =>
      query
        .where('tokens.createdAt', '=', Number(cursor.first))
        .where('tokens.token', '>', cursor.second),
    )
    .$if(after === 'first', (query) => query.where('tokens.createdAt', '>', Number(cursor.first)))
    .orderBy('tokens.createdAt')
    .orderBy('tokens.token');
}

async function userExists({ db, application }: SellerChange, username: string): Promise<boolean> {
  const user = await userOfName(db, application, username).select('users.id').executeTakeFirst();
  return user !== undefined;
}

async function setBanReason(
  { db, application, secret }: SellerChange,
  token: string,
  bannedReason: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tokens')
    .set({ bannedReason })
    .where('applicationId', '=', application.id)
    .where('token', '=', tokenLookupKey(secret, application.id, token))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

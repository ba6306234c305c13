// Seller API operations on what accounts may do, and on their invitations and seller keys.
import { randomBytes } from 'node:crypto';
import type { accountAccessApi } from '@latchkey/protocol/seller/account-access.ts';
import { done, fail, type SellerChange, type SellerHandlers } from '../../api/seller-call.ts';
import { accountLabel } from '../../api/seller-keys.ts';
import { hashToken } from '../../secrets/token-hash.ts';
import { createInvitation, hasOtherAccess } from '../people/invitations.ts';
import { lockAccount } from './balances.ts';

export const accountAccess: SellerHandlers<typeof accountAccessApi> = {
  async editaccount(call, { user, scopes, keylevels }) {
    const account = await lockAccount(call, user);
    if (account === undefined) return fail('account-unknown');
    if (scopes !== undefined && account.role !== 'Manager') return fail('scopes-of-managers');
    if (keylevels !== undefined && account.role !== 'Reseller') return fail('levels-of-resellers');
    await call.db
      .updateTable('accounts')
      .set((eb) => ({
        scopes: scopes ?? eb.ref('scopes'),
        keyLevels: keylevels ?? eb.ref('keyLevels'),
      }))
      .where('id', '=', account.id)
      .execute();
    return done();
  },

  async inviteaccount(call, { user }) {
    const { db, now } = call;
    const account = await lockAccount(call, user);
    if (account === undefined) return fail('account-unknown');
    if (account.bannedReason !== null) return fail('account-banned');
    const { id: accountId, personId } = account;
    if (personId !== null && (await hasOtherAccess(db, personId, accountId)))
      return fail('account-of-several-applications');
    const { token, expiresAt } = await createInvitation(db, { accountId, personId: null }, now);
    return done({ token, expires: String(expiresAt) });
  },

  async newaccountkey(call, { user }) {
    const { db, application, now } = call;
    const account = await lockAccount(call, user);
    if (account === undefined) return fail('account-unknown');
    if (account.bannedReason !== null) return fail('account-banned');
    await endKeys(call, account.id);
    const sellerkey = randomBytes(24).toString('base64url');
    await db
      .insertInto('sellerKeys')
      .values({
        id: randomBytes(5).toString('hex'),
        applicationId: application.id,
        keyHash: hashToken(sellerkey),
        label: accountLabel(account),
        scope: 'account',
        createdAt: now,
        endsAt: null,
        accountId: account.id,
      })
      .execute();
    return done({ sellerkey });
  },

  async endaccountkey(call, { user }) {
    const account = await lockAccount(call, user);
    if (account === undefined) return fail('account-unknown');
    const ended = await endKeys(call, account.id);
    return ended === 0 ? fail('account-without-key') : done();
  },

  async banaccount(call, { user, reason }) {
    const { db } = call;
    const account = await lockAccount(call, user);
    if (account === undefined) return fail('account-unknown');
    await db
      .updateTable('accounts')
      .set({ bannedReason: reason })
      .where('id', '=', account.id)
      .execute();
    await endKeys(call, account.id);
    await db.deleteFrom('invitations').where('accountId', '=', account.id).execute();
    return done();
  },

  async unbanaccount(call, { user }) {
    const account = await lockAccount(call, user);
    if (account === undefined) return fail('account-unknown');
    await call.db
      .updateTable('accounts')
      .set({ bannedReason: null })
      .where('id', '=', account.id)
      .execute();
    return done();
  },
};

/** Returns the number of keys that were not ended yet. */
async function endKeys({ db, now }: SellerChange, accountId: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sellerKeys')
    .set({ endsAt: now })
    .where('accountId', '=', accountId)
    .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', now)]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

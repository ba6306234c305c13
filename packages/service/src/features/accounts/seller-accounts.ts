// Seller API operations on reseller and manager accounts.
// SECURITY: a new account has no password. It opens nothing until its person is invited, or a
// seller key is created for it.
import { randomUUID } from 'node:crypto';
import type { SellerRequest } from '@latchkey/protocol/seller-api.ts';
import type { accountsApi } from '@latchkey/protocol/seller/accounts.ts';
import { withFold } from '../../database/names.ts';
import { emailHash } from '../users/emails.ts';
import { done, fail, type SellerHandlers, type SellerCall } from '../../api/seller-call.ts';
import { readPage } from '../../api/seller-page.ts';
import { removeUnused } from '../people/people.ts';
import { accountAccess } from './account-access.ts';
import { balanceAnswer, balances, leftOf } from './seller-balances.ts';

export const accounts: SellerHandlers<typeof accountsApi> = {
  async addAccount({ db, application, now, mailKey }, request) {
    const { role, user, email, keylevels, perms, scopes } = request;
    if (role === 'Reseller' && scopes !== '') return fail('scopes-of-managers');
    // SECURITY: two accounts whose names differ only in case would be one person, and a ban of one
    // of them would miss the other. The unique fold refuses the second one.
    const added = await db
      .insertInto('accounts')
      .values({
        id: randomUUID(),
        applicationId: application.id,
        role,
        ...withFold('username', user),
        passwordHash: '',
        emailHash: emailHash(mailKey, email ?? ''),
        keyLevels: keylevels,
        permissions: perms,
        scopes,
        createdAt: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return added === undefined ? fail('account-exists') : done();
  },

  async deleteAccount({ db, application }, { user }) {
    const deleted = await db
      .deleteFrom('accounts')
      .where('applicationId', '=', application.id)
      .where('username', '=', user)
      .returning('personId')
      .executeTakeFirst();
    if (deleted === undefined) return fail('account-unknown');
    if (deleted.personId !== null) await removeUnused(db, deleted.personId);
    return done();
  },

  ...accountAccess,
  ...balances,

  fetchallaccounts: async (call, page) => done(await listAccounts(call, page)),

  async fetchteam(call, page) {
    const { accounts: team, ...more } = await listAccounts(call, page);
    const resellers = team
      .filter(({ role }) => role === 'Reseller')
      .map(({ username, balance, keylevels }) => ({
        username,
        balance: balanceText(balance),
        key_levels: keylevels,
      }));
    const managers = team
      .filter(({ role }) => role === 'Manager')
      .map(({ username, perms }) => ({ username, permissions: perms }));
    return done({ resellers, managers, team, accounts: team, ...more });
  },
};

async function listAccounts(call: SellerCall, page: SellerRequest<'fetchallaccounts'>) {
  const { rows, ...more } = await readPage(accountsOf(call).orderBy('username'), page);
  const left = await leftOf(
    call,
    rows.map(({ id }) => id),
  );
  const accounts = rows.map((row) => ({
    username: row.username,
    role: row.role,
    keylevels: row.keyLevels,
    perms: String(row.permissions),
    scopes: row.scopes,
    state: stateOf(row),
    createdate: String(row.createdAt),
    banreason: row.bannedReason ?? '',
    invited: String(row.invitedUntil ?? 0),
    joined: row.personId !== null,
    haskey: Number(row.keys) > 0,
    balance: balanceAnswer(left.get(row.id)),
  }));
  return { accounts, ...more };
}

function accountsOf({ db, application, now }: SellerCall) {
  return db
    .selectFrom('accounts')
    .select(['id', 'username', 'role', 'keyLevels', 'permissions', 'createdAt'])
    .select(['scopes', 'personId', 'bannedReason'])
    .select((eb) =>
      eb
        .selectFrom('sellerKeys')
        .select((inner) => inner.fn.countAll<number>().as('keys'))
        .whereRef('sellerKeys.accountId', '=', 'accounts.id')
        .where((inner) => inner.or([inner('endsAt', 'is', null), inner('endsAt', '>', now)]))
        .as('keys'),
    )
    .select((eb) =>
      eb
        .selectFrom('invitations')
        .select((inner) => inner.fn.max('expiresAt').as('expiresAt'))
        .whereRef('invitations.accountId', '=', 'accounts.id')
        .where('expiresAt', '>', now)
        .as('invitedUntil'),
    )
    .where('applicationId', '=', application.id);
}

type Account = Awaited<ReturnType<ReturnType<typeof accountsOf>['executeTakeFirstOrThrow']>>;

function stateOf({ bannedReason, personId, keys }: Account): 'banned' | 'disabled' | 'on' {
  if (bannedReason !== null) return 'banned';
  return personId === null && Number(keys) === 0 ? 'disabled' : 'on';
}

/** Formats a balance as other services list it. */
function balanceText(balance: ReturnType<typeof balanceAnswer>): string {
  const { day, week, month, three_month, six_month, lifetime, year } = balance;
  return [day, week, month, three_month, six_month, lifetime, year].join('|');
}

// Seller API operations on reseller and manager accounts.
// SECURITY: passwords are hashed like those of users, and no answer contains a hash.
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { SellerRequest } from '@latchkey/protocol/seller-api.ts';
import { maxBalance, type accountsApi } from '@latchkey/protocol/seller/accounts.ts';
import { emailHash } from '../users/emails.ts';
import {
  done,
  fail,
  type SellerHandlers,
  type SellerCall,
  type SellerChange,
} from '../../api/seller-call.ts';
import { readPage } from '../../api/seller-page.ts';

type BalanceRequest = z.output<typeof accountsApi.setbalance.request>;

export const accounts: SellerHandlers<typeof accountsApi> = {
  addAccount: {
    async prepare({ passwords }, { role, user, pass, email, keylevels, perms }) {
      const passwordHash = await passwords.hash(pass);
      return async ({ db, application, now, mailKey }) => {
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('accounts')
          .values({
            id: randomUUID(),
            applicationId: application.id,
            role,
            username: user,
            passwordHash,
            emailHash: emailHash(mailKey, email ?? ''),
            keyLevels: keylevels,
            permissions: perms,
            createdAt: now,
            day: 0,
            week: 0,
            month: 0,
            threeMonth: 0,
            sixMonth: 0,
            year: 0,
            lifetime: 0,
          })
          .onConflict((conflict) => conflict.columns(['applicationId', 'username']).doNothing())
          .executeTakeFirstOrThrow();
        return numInsertedOrUpdatedRows === 1n ? done() : fail('Account already exists!');
      };
    },
  },

  async deleteAccount({ db, application }, { user }) {
    const { numDeletedRows } = await db
      .deleteFrom('accounts')
      .where('applicationId', '=', application.id)
      .where('username', '=', user)
      .executeTakeFirst();
    return numDeletedRows === 0n ? fail('Account not found!') : done();
  },

  setbalance: addToBalance,
  balance: addToBalance,

  async getbalance(call, { username, appname }) {
    if (appname !== undefined && appname !== call.application.name)
      return fail('Account not found!');
    const row = await accountsOf(call).where('username', '=', username).executeTakeFirst();
    return row === undefined ? fail('Account not found!') : done({ balance: balanceOf(row) });
  },

  fetchallaccounts: async (call, page) => done(await listAccounts(call, page)),

  async fetchteam(call, page) {
    const { accounts: team, ...more } = await listAccounts(call, page);
    const resellers = team
      .filter(({ role }) => role === 'Reseller')
      .map(({ username, balance, keylevels }) => ({
        ...{ username, balance: balanceText(balance), key_levels: keylevels },
      }));
    const managers = team
      .filter(({ role }) => role === 'Manager')
      .map(({ username, perms }) => ({ username, permissions: perms }));
    return done({ resellers, managers, team, accounts: team, ...more });
  },
};

async function listAccounts(call: SellerCall, page: SellerRequest<'fetchallaccounts'>) {
  const { rows, ...more } = await readPage(accountsOf(call).orderBy('username'), page);
  const accounts = rows.map((row) => ({
    username: row.username,
    role: row.role,
    keylevels: row.keyLevels,
    perms: String(row.permissions),
    createdate: String(row.createdAt),
    balance: balanceOf(row),
  }));
  return { accounts, ...more };
}

/** Adds in SQL, so that no concurrent change is lost. A failure rolls all changes back. */
async function addToBalance({ db, application }: SellerChange, request: BalanceRequest) {
  const added = {
    day: request.day,
    week: request.week,
    month: request.month,
    threeMonth: request.threemonth,
    sixMonth: request.sixmonth,
    year: request.year,
    lifetime: request.lifetime,
  };
  const after = await db
    .updateTable('accounts')
    .set((eb) => ({
      day: eb('day', '+', added.day),
      week: eb('week', '+', added.week),
      month: eb('month', '+', added.month),
      threeMonth: eb('threeMonth', '+', added.threeMonth),
      sixMonth: eb('sixMonth', '+', added.sixMonth),
      year: eb('year', '+', added.year),
      lifetime: eb('lifetime', '+', added.lifetime),
    }))
    .where('applicationId', '=', application.id)
    .where('username', '=', request.username)
    .returning(['day', 'week', 'month', 'threeMonth', 'sixMonth', 'year', 'lifetime'])
    .executeTakeFirst();
  if (after === undefined) return fail('Account not found!');
  const isWithinLimits = Object.values(after).every((count) => count >= 0 && count <= maxBalance);
  return isWithinLimits ? done() : fail('A balance must stay between 0 and 1000000');
}

function accountsOf({ db, application }: SellerCall) {
  return db
    .selectFrom('accounts')
    .select(['username', 'role', 'keyLevels', 'permissions', 'createdAt'])
    .select(['day', 'week', 'month', 'threeMonth', 'sixMonth', 'year', 'lifetime'])
    .where('applicationId', '=', application.id);
}

type Account = Awaited<ReturnType<ReturnType<typeof accountsOf>['executeTakeFirstOrThrow']>>;

/** Formats a balance as other services list it. */
function balanceText(balance: ReturnType<typeof balanceOf>): string {
  const { day, week, month, three_month, six_month, lifetime, year } = balance;
  return [day, week, month, three_month, six_month, lifetime, year].join('|');
}

function balanceOf(row: Account) {
  return {
    day: String(row.day),
    week: String(row.week),
    month: String(row.month),
    three_month: String(row.threeMonth),
    six_month: String(row.sixMonth),
    lifetime: String(row.lifetime),
    year: String(row.year),
  };
}

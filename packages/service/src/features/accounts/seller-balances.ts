// Seller API operations on balances of accounts, and on customers of resellers.
import type { z } from 'zod';
import type { SellerRequest } from '@latchkey/protocol/seller-api.ts';
import { durationNames } from '@latchkey/protocol/key-durations.ts';
import type { balancesApi } from '@latchkey/protocol/seller/balances.ts';
import {
  done,
  fail,
  type SellerCall,
  type SellerChange,
  type SellerHandlers,
} from '../../api/seller-call.ts';
import { userOrder } from '../../api/seller-names.ts';
import { readPage } from '../../api/seller-page.ts';
import { grantKeys, lockAccount } from './balances.ts';

type Setting = z.output<typeof balancesApi.setbalance.request>;

export const balances: SellerHandlers<typeof balancesApi> = {
  setbalance: changeBalance,
  balance: changeBalance,

  getbalance: readBalance,
  fetchbalance: readEntries,

  async fetchcustomers(call, { username, ...page }) {
    const account = await accountOf(call, username);
    if (account === undefined) return fail('account-unknown');
    const { rows, ...more } = await readPage(
      customersOf(call, account.id).orderBy(userOrder(call)),
      page,
    );
    return done({ customers: rows.map(customerAnswer), ...more });
  },
};

export async function readBalance(
  call: SellerCall,
  { username, appname }: SellerRequest<'getbalance'>,
) {
  const account = await accountOf(call, username);
  if (account === undefined || (appname !== undefined && appname !== call.application.name))
    return fail('account-unknown');
  const left = await leftOf(call, [account.id]);
  return done({ balance: balanceAnswer(left.get(account.id)) });
}

export async function readEntries(
  call: SellerCall,
  { username, ...page }: SellerRequest<'fetchbalance'>,
) {
  const account = await accountOf(call, username);
  if (account === undefined) return fail('account-unknown');
  const kinds = await call.db
    .selectFrom('balances')
    .select(['level', 'duration', 'granted', 'used'])
    .where('accountId', '=', account.id)
    .orderBy('level')
    .execute();
  const balances = kinds
    .toSorted((a, b) => rankOf(a.duration) - rankOf(b.duration))
    .map(({ level, duration, granted, used }) => ({
      level,
      duration,
      granted: String(granted),
      used: String(used),
      left: String(granted - used),
    }));
  const { rows, ...more } = await readPage(
    call.db
      .selectFrom('balanceEntries')
      .select(['writtenAt', 'kind', 'level', 'duration', 'amount', 'actor'])
      .where('accountId', '=', account.id)
      .orderBy('writtenAt', 'desc')
      .orderBy('id', 'desc'),
    page,
  );
  const entries = rows.map(({ writtenAt, kind, level, duration, amount, actor }) => ({
    date: String(writtenAt),
    kind,
    level,
    duration,
    amount: String(amount),
    by: actor,
  }));
  return done({ balances, entries, ...more });
}

function rankOf(duration: string): number {
  return durationNames.findIndex((name) => name === duration);
}

async function changeBalance(call: SellerChange, request: Setting) {
  const account = await lockAccount(call, request.username);
  if (account === undefined) return fail('account-unknown');
  for (const duration of durationNames) {
    const amount = request[duration];
    if (amount === 0) continue;
    const isGranted = await grantKeys(
      call,
      account.id,
      { level: request.level ?? '', duration },
      amount,
    );
    if (!isGranted) return fail('balance-out-of-range');
  }
  return done();
}

function accountOf({ db, application }: SellerCall, username: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where('applicationId', '=', application.id)
    .where('username', '=', username)
    .executeTakeFirst();
}

type Left = ReadonlyMap<string, number>;

/** Returns the keys of each duration that accounts may still make, by account. */
export async function leftOf(
  { db }: Pick<SellerCall, 'db'>,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Left>> {
  const left = new Map<string, Map<string, number>>();
  if (accountIds.length === 0) return left;
  const rows = await db
    .selectFrom('balances')
    .select(['accountId', 'duration'])
    .select((eb) => eb.fn.sum<number | string>(eb('granted', '-', eb.ref('used'))).as('left'))
    .where('accountId', 'in', accountIds)
    .groupBy(['accountId', 'duration'])
    .execute();
  for (const row of rows) {
    const counts = left.get(row.accountId) ?? new Map<string, number>();
    left.set(row.accountId, counts.set(row.duration, Number(row.left)));
  }
  return left;
}

export function balanceAnswer(left: Left = new Map()) {
  const count = (duration: string) => String(left.get(duration) ?? 0);
  return {
    day: count('day'),
    week: count('week'),
    month: count('month'),
    three_month: count('threemonth'),
    six_month: count('sixmonth'),
    lifetime: count('lifetime'),
    year: count('year'),
  };
}

export function customersOf(call: Pick<SellerCall, 'db' | 'application'>, id: string) {
  return call.db
    .selectFrom('users')
    .innerJoin('licenses', 'licenses.usedBy', 'users.id')
    .select((eb) => [
      'users.username',
      eb.fn.countAll<number>().as('keys'),
      eb.fn.max('licenses.usedAt').as('lastRedeem'),
    ])
    .where('users.applicationId', '=', call.application.id)
    .where('licenses.accountId', '=', id)
    .groupBy(['users.id', 'users.username']);
}

interface Customer {
  readonly username: string;
  readonly keys: number;
  readonly lastRedeem: number | null;
}

export function customerAnswer({ username, keys, lastRedeem }: Customer) {
  return { username, keys: String(keys), lastredeem: String(lastRedeem ?? 0) };
}

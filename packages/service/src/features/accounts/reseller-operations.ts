// The operations of the seller API for resellers (docs/desk.md#resellers).
// SECURITY: a reseller reaches only these handlers. Each of them reads and changes only licenses
// that the reseller's account made, and the balance and customers of that account.
import { isStill } from '../../database/expressions.ts';
import type { ResellerType, sellerApi } from '@latchkey/protocol/seller-api.ts';
import { foldKey } from '@latchkey/protocol/typed-text.ts';
import {
  done,
  fail,
  type ActingAccount,
  type SellerCall,
  type SellerChange,
  type SellerHandlers,
} from '../../api/seller-call.ts';
import { readPage } from '../../api/seller-page.ts';
import { maskKey } from '../../secrets/key-mask.ts';
import { findLicenseKeyNames } from '../../secrets/license-names.ts';
import { matchesLicense } from '../licenses/license-filters.ts';
import { licenseAnswer, licenseInfo, licensesOf } from '../licenses/license-listing.ts';
import { addLicenses, type Maker } from '../licenses/license-making.ts';
import { removeLicenses } from '../licenses/license-removing.ts';
import { sentOrder } from '../licenses/orders.ts';
import { readPlans } from '../subscriptions/seller-subscriptions.ts';
import { creditLicenses, durationOf, payForKeys } from './balances.ts';
import { customerAnswer, customersOf, readBalance, readEntries } from './seller-balances.ts';

type ResellersApi = Pick<typeof sellerApi, ResellerType>;

export const resellerOperations: SellerHandlers<ResellersApi> = {
  setseller: () => Promise.resolve(done()),

  // The parameter `force` would allow keys that are easy to guess.
  add: (call, request) => {
    const { username: owner } = ownAccount(call);
    return addLicenses(call, { ...request, owner, force: 0 }, makerOf(call));
  },

  async del(call, { key }) {
    const { id } = ownAccount(call);
    const own = await licensesOf(call)
      .where('licenses.accountId', '=', id)
      .where('licenses.key', '=', key)
      .executeTakeFirst();
    if (own === undefined) return fail('key-unknown');
    // Locks the license: nobody can redeem it before it is deleted.
    const credited = await creditLicenses(call, 'delete', (eb) =>
      eb.and([
        eb('licenses.applicationId', '=', call.application.id),
        eb('licenses.key', '=', key),
        eb('licenses.accountId', '=', id),
        isStill('licenses.status', 'unused'),
      ]),
    );
    if (credited === 0)
      return fail('key-not-unused', 'Only the seller deletes a key that is not unused.');
    await removeLicenses(call, [key], false);
    return done({ takenBack: [] }, { message: 'Successfully deleted license!' });
  },

  async info(call, { key }) {
    const { id } = ownAccount(call);
    const license = await licensesOf(call)
      .where('licenses.accountId', '=', id)
      .where('licenses.key', '=', key)
      .executeTakeFirst();
    if (license === undefined) return fail('key-unknown');
    const info = licenseInfo(license);
    const shown = await shownNames(call, id, [info.usedby]);
    const order = sentOrder(info.order, id);
    return done({ ...info, order, usedby: shown(info.usedby), hwid: '' });
  },

  async fetchallkeys(call, { offset, limit, ...filters }) {
    const { id } = ownAccount(call);
    const { rows, ...more } = await readPage(
      licensesOf(call)
        .where('licenses.accountId', '=', id)
        .where(matchesLicense(filters))
        .orderBy('licenses.createdAt', 'desc')
        .orderBy('licenses.key'),
      { offset, limit },
    );
    const names = rows.flatMap(({ username }) => username ?? []);
    const shown = await shownNames(call, id, names);
    const keys = rows.map((row) => {
      const { usedby, order, ...license } = licenseAnswer(row);
      return {
        ...license,
        usedby: usedby && shown(usedby),
        order: order && sentOrder(order, id),
      };
    });
    return done({ keys, ...more }, { text: keys.map(({ key }) => key).join('\r\n') });
  },

  fetchallsubs: (call, page) => readPlans(call, page, ownAccount(call).keyLevels.split('|')),

  async getbalance(call, request) {
    return isOwn(call, request.username) ? readBalance(call, request) : unknown;
  },

  async fetchbalance(call, request) {
    return isOwn(call, request.username) ? readEntries(call, request) : unknown;
  },

  async fetchcustomers(call, { username, ...page }) {
    const { id } = ownAccount(call);
    if (!isOwn(call, username)) return unknown;
    // Not sorted by name, because the position would reveal a masked name.
    const { rows, ...more } = await readPage(customersOf(call, id).orderBy('users.id'), page);
    const names = rows.map((row) => row.username);
    const shown = await shownNames(call, id, names);
    const customers = rows.map((row) => customerAnswer({ ...row, username: shown(row.username) }));
    return done({ customers, ...more });
  },
};

const unknown = fail('account-unknown');

function ownAccount({ key }: Pick<SellerCall, 'key'>): ActingAccount {
  if (key.account === null) throw new Error('Only resellers use these operations');
  return key.account;
}

function isOwn(call: SellerCall, username: string): boolean {
  return username === ownAccount(call).username;
}

function makerOf(call: SellerChange): Maker {
  const { id, keyLevels } = ownAccount(call);
  return {
    accountId: id,
    async pay({ level, seconds, amount }) {
      const duration = durationOf(seconds);
      if (duration === undefined) return fail('days-not-sold');
      if (!keyLevels.split('|').includes(level)) return fail('level-not-allowed');
      const charges = await payForKeys(call, id, { level, duration }, amount);
      return charges === null ? fail('balance-low') : { ok: true, charges };
    },
  };
}

/**
 * Masks names of users who sign in by a license key, unless the reseller made the key.
 * SECURITY: anyone who reads such a name can sign in with it.
 */
async function shownNames(
  { db, application }: SellerCall,
  accountId: string,
  names: readonly string[],
): Promise<(name: string) => string> {
  const keyNames = await findLicenseKeyNames(db, application.id, names);
  if (keyNames.size === 0) return (name) => name;
  const rows = await db
    .selectFrom('licenses')
    .select('keyFold')
    .where('applicationId', '=', application.id)
    .where('accountId', '=', accountId)
    .where('keyFold', 'in', [...keyNames].map(foldKey))
    .execute();
  const own = new Set(rows.map(({ keyFold }) => keyFold));
  return (name) => (keyNames.has(name) && !own.has(foldKey(name)) ? maskKey(name) : name);
}

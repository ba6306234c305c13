// Requests of the seller API for which the desk asks for the password again.
import type { SellerType } from './seller-api.ts';
import { bulkTypes } from './seller/bulk.ts';

/** Bulk operations that change one user, unless `user` is `all`. */
const bulkForAllUsers = ['extend', 'setvar'] as const satisfies readonly SellerType[];

/**
 * Operations of the seller API that need the password again: changes of accounts and balances, bulk
 * changes, and whatever returns or sets a secret of the application or of a user.
 */
export const confirmedTypes: ReadonlySet<SellerType> = new Set([
  ...(['addAccount', 'deleteAccount', 'editaccount', 'inviteaccount', 'newaccountkey'] as const),
  ...(['endaccountkey', 'banaccount', 'unbanaccount', 'setbalance', 'balance'] as const),
  ...(['adduser', 'resetpw', 'activate', 'addtoken', 'fetchalltokens', 'addwebhook'] as const),
  ...(['passwordlink', 'addshop', 'addshopsecret', 'setshoptoken'] as const),
  ...(['uploadrelease', 'upload', 'editfile', 'editemail', 'eraseuser', 'delmultiple'] as const),
  ...(['importrows'] as const),
  ...bulkTypes.filter((type) => !bulkForAllUsers.some((one) => one === type)),
]);

/** Settings that need the password again. */
const confirmedSettings = [
  ...(['webhook', 'selleraddress', 'sellixsecret'] as const),
  // Where all users are sent, and whether they may sign in.
  ...(['download', 'webdownload', 'resellerstore', 'version', 'enabled'] as const),
] as const;

/** Returns whether a request of the seller API needs the password again. */
export function needsPassword(type: SellerType, parameters: ReadonlyMap<string, string>): boolean {
  if (confirmedTypes.has(type)) return true;
  if (type === 'updatesettings') return confirmedSettings.some((name) => parameters.has(name));
  return bulkForAllUsers.some((one) => one === type) && parameters.get('user') === 'all';
}

// Specification of the seller API: all operations, by group. The service validates with it, the
// command line takes its types from it, and docs/api.md is generated from it.
import type { z } from 'zod';
import { settingsApi } from './seller/settings.ts';
import { statisticsApi } from './seller/statistics.ts';
import { seriesApi } from './seller/series.ts';
import { licensesApi } from './seller/licenses.ts';
import { usersApi } from './seller/users.ts';
import { historyApi } from './seller/history.ts';
import { personDataApi } from './seller/person-data.ts';
import { ledgerApi } from './seller/ledger.ts';
import { userVariablesApi } from './seller/user-variables.ts';
import { subscriptionsApi } from './seller/subscriptions.ts';
import { featuresApi } from './seller/features.ts';
import { variablesApi } from './seller/variables.ts';
import { filesApi } from './seller/files.ts';
import { releasesApi } from './seller/releases.ts';
import { shopsApi } from './seller/shops.ts';
import { webhooksApi } from './seller/webhooks.ts';
import { sessionsApi } from './seller/sessions.ts';
import { chatsApi } from './seller/chats.ts';
import { accessListsApi } from './seller/access-lists.ts';
import { logsApi } from './seller/logs.ts';
import { tokensApi } from './seller/tokens.ts';
import { buttonsApi } from './seller/buttons.ts';
import { accountsApi } from './seller/accounts.ts';
import { importsApi } from './seller/imports.ts';
import { jobsApi } from './seller/jobs.ts';
import { bulkApi } from './seller/bulk.ts';

/** Operations by group, in the order of docs/api.md. */
export const sellerGroups = {
  'Application settings': settingsApi,
  Statistics: statisticsApi,
  'Numbers by day': seriesApi,
  Licenses: licensesApi,
  Users: usersApi,
  'History of users': historyApi,
  "A person's data": personDataApi,
  Ledger: ledgerApi,
  Imports: importsApi,
  'User variables': userVariablesApi,
  Subscriptions: subscriptionsApi,
  Features: featuresApi,
  'Global variables': variablesApi,
  Files: filesApi,
  Releases: releasesApi,
  Shops: shopsApi,
  Webhooks: webhooksApi,
  Sessions: sessionsApi,
  Chats: chatsApi,
  'Blacklists and whitelists': accessListsApi,
  'Logs and audit logs': logsApi,
  Tokens: tokensApi,
  'Web loader buttons': buttonsApi,
  'Reseller and manager accounts': accountsApi,
  'Row counts': bulkApi,
  'Bulk operations': jobsApi,
} as const;

export const sellerApi = {
  ...settingsApi,
  ...statisticsApi,
  ...seriesApi,
  ...licensesApi,
  ...usersApi,
  ...historyApi,
  ...personDataApi,
  ...ledgerApi,
  ...importsApi,
  ...userVariablesApi,
  ...subscriptionsApi,
  ...featuresApi,
  ...variablesApi,
  ...filesApi,
  ...releasesApi,
  ...shopsApi,
  ...webhooksApi,
  ...sessionsApi,
  ...chatsApi,
  ...accessListsApi,
  ...logsApi,
  ...tokensApi,
  ...buttonsApi,
  ...accountsApi,
  ...bulkApi,
  ...jobsApi,
} as const;

/** Maps the second name of an operation, which other tools send, to its name. */
export const secondNames = {
  changepw: 'resetpw',
  getuserdata: 'userdata',
  getuservardata: 'getvar',
  getkeyfromuser: 'getkey',
  sethwidcool: 'setcooldown',
  delunusedlicenses: 'delunused',
  delusedlicenses: 'delused',
  delAllButtons: 'delallbuttons',
  delAllWhites: 'delallwhites',
} as const satisfies Readonly<Record<string, SellerType>>;

export function secondNamesOf(type: string): readonly string[] {
  return Object.entries(secondNames).flatMap(([name, first]) => (first === type ? [name] : []));
}

export type SellerType = keyof typeof sellerApi;
export type SellerRequest<Type extends SellerType> = z.output<(typeof sellerApi)[Type]['request']>;

/** The operations that resellers may use. */
export type ResellerType = {
  [Type in SellerType]: (typeof sellerApi)[Type] extends { readonly resellers: true }
    ? Type
    : never;
}[SellerType];

/** Resolves second names. Returns null for an unknown operation. */
export function sellerTypeOf(name: string): SellerType | null {
  const operation = Object.hasOwn(secondNames, name)
    ? secondNames[name as keyof typeof secondNames]
    : name; // hasOwn has checked the key
  return Object.hasOwn(sellerApi, operation) ? (operation as SellerType) : null; // hasOwn has checked the key
}

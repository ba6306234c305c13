// Lists all seller API operations. A missing or unknown type does not compile.
import type { SellerOperations } from '../api/seller-api.ts';
import type { OperationSets } from '../api/seller-permission.ts';
import { settings } from '../features/settings/seller-settings.ts';
import { statistics } from '../features/statistics/seller-statistics.ts';
import { series } from '../features/numbers/seller-series.ts';
import { licenses } from '../features/licenses/seller-licenses.ts';
import { users } from '../features/users/seller-users.ts';
import { history } from '../features/history/seller-history.ts';
import { personData } from '../features/history/person-data.ts';
import { ledger } from '../features/licenses/seller-ledger.ts';
import { imports } from '../features/imports/seller-imports.ts';
import { userVariables } from '../features/variables/seller-user-variables.ts';
import { subscriptions } from '../features/subscriptions/seller-subscriptions.ts';
import { features } from '../features/subscriptions/seller-features.ts';
import { variables } from '../features/variables/seller-variables.ts';
import { files } from '../features/files/seller-files.ts';
import { releases } from '../features/releases/seller-releases.ts';
import { shops } from '../features/shops/seller-shops.ts';
import { webhooks } from '../features/webhooks/seller-webhooks.ts';
import { sessions } from '../features/sessions/seller-sessions.ts';
import { chats } from '../features/chat/seller-chat.ts';
import { accessLists } from '../features/access-lists/seller-access-lists.ts';
import { logs } from '../features/logs/seller-logs.ts';
import { tokens } from '../features/tokens/seller-tokens.ts';
import { buttons } from '../features/settings/buttons.ts';
import { resellerOperations } from '../features/accounts/reseller-operations.ts';
import { accounts } from '../features/accounts/seller-accounts.ts';
import { jobs } from '../features/jobs/seller-jobs.ts';
import { bulk } from '../features/statistics/bulk.ts';

export const sellerOperations: SellerOperations = {
  ...settings,
  ...statistics,
  ...series,
  ...licenses,
  ...users,
  ...history,
  ...personData,
  ...ledger,
  ...imports,
  ...userVariables,
  ...subscriptions,
  ...features,
  ...variables,
  ...files,
  ...releases,
  ...shops,
  ...webhooks,
  ...sessions,
  ...chats,
  ...accessLists,
  ...logs,
  ...tokens,
  ...buttons,
  ...accounts,
  ...bulk,
  ...jobs,
};

export const operationSets: OperationSets = {
  all: sellerOperations,
  ofResellers: resellerOperations,
};

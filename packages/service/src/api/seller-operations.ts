// Every operation of the seller API and what runs it. A type that is missing here, or too much, does not compile.
import type { sellerApi } from '@latchkey/protocol/seller-api.ts';
import type { SellerRuns } from '../seller-call.ts';
import { settings } from '../seller/settings.ts';
import { statistics } from '../seller/statistics.ts';
import { licenses } from '../seller/licenses.ts';
import { users } from '../seller/users.ts';
import { ledger } from '../seller/ledger.ts';
import { userVariables } from '../seller/user-variables.ts';
import { subscriptions } from '../seller/subscriptions.ts';
import { variables } from '../seller/variables.ts';
import { files } from '../seller/files.ts';
import { releases } from '../seller/releases.ts';
import { webhooks } from '../seller/webhooks.ts';
import { sessions } from '../seller/sessions.ts';
import { chats } from '../seller/chats.ts';
import { accessLists } from '../seller/access-lists.ts';
import { logs } from '../seller/logs.ts';
import { tokens } from '../seller/tokens.ts';
import { buttons } from '../seller/buttons.ts';
import { accounts } from '../seller/accounts.ts';
import { bulk } from '../seller/bulk.ts';

export const sellerOperations: SellerRuns<typeof sellerApi> = {
  ...settings,
  ...statistics,
  ...licenses,
  ...users,
  ...ledger,
  ...userVariables,
  ...subscriptions,
  ...variables,
  ...files,
  ...releases,
  ...webhooks,
  ...sessions,
  ...chats,
  ...accessLists,
  ...logs,
  ...tokens,
  ...buttons,
  ...accounts,
  ...bulk,
};

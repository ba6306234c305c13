// All German texts of the desk.
import type { Copy } from '../copy.ts';
import { announcements } from './announcements.ts';
import { audit } from './audit.ts';
import { balance, customers, grant } from './balance.ts';
import { chat, chatMessages, mutes } from './chat.ts';
import { failures } from './failures.ts';
import { features } from './features.ts';
import { frame } from './frame.ts';
import { home } from './home.ts';
import { licenses } from './licenses.ts';
import { bulk, lists } from './lists.ts';
import {
  newApplication,
  ownAccount,
  passwordChange,
  secondFactor,
  sessions,
} from './own-account.ts';
import { plans, variables } from './plans.ts';
import { releases } from './releases.ts';
import { homeSales, sale, sales, userOrders } from './sales.ts';
import { settings } from './settings.ts';
import { shopKinds } from './shop-kinds.ts';
import { shops } from './shops.ts';
import { gate, leaving, otherPerson, invitation, signIn, signInAgain } from './sign-in.ts';
import { account, accountDialogs, addPerson, team } from './team.ts';
import { userChanges } from './user-changes.ts';
import { user } from './user.ts';
import { manyUsers, newUser, users } from './users.ts';
import { deliveries, newWebhook, webhooks } from './webhooks.ts';

export const german: Copy = {
  account,
  accountDialogs,
  addPerson,
  announcements,
  audit,
  balance,
  bulk,
  chat,
  chatMessages,
  customers,
  deliveries,
  failures,
  frame,
  gate,
  otherPerson,
  grant,
  home,
  homeSales,
  invitation,
  leaving,
  licenses,
  lists,
  manyUsers,
  mutes,
  newUser,
  newWebhook,
  ownAccount,
  newApplication,
  passwordChange,
  plans,
  releases,
  sale,
  sales,
  secondFactor,
  sessions,
  settings,
  shopKinds,
  shops,
  signIn,
  signInAgain,
  team,
  user,
  userChanges,
  userOrders,
  users,
  variables,
  features,
  webhooks,
};

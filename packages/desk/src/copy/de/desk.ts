// All German texts of the desk.
import type { Copy } from '../copy.ts';
import { audit } from './audit.ts';
import { failures } from './failures.ts';
import { frame } from './frame.ts';
import { home } from './home.ts';
import { bulk, lists } from './lists.ts';
import { gate, invitation, signIn } from './sign-in.ts';
import { user, userChanges } from './user.ts';
import { manyUsers, newUser, users } from './users.ts';

export const german: Copy = {
  audit,
  bulk,
  failures,
  frame,
  gate,
  home,
  invitation,
  lists,
  manyUsers,
  newUser,
  signIn,
  user,
  userChanges,
  users,
};

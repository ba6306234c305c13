// All English texts of the desk.
import { audit } from './audit.ts';
import { failures } from './failures.ts';
import { frame } from './frame.ts';
import { home } from './home.ts';
import { bulk, lists } from './lists.ts';
import { gate, invitation, signIn } from './sign-in.ts';
import { user, userChanges } from './user.ts';
import { manyUsers, newUser, users } from './users.ts';

export const english = {
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

// All English texts of the desk.
import { announcements } from './announcements.ts';
import { audit } from './audit.ts';
import { failures } from './failures.ts';
import { frame } from './frame.ts';
import { home } from './home.ts';
import { licenses } from './licenses.ts';
import { bulk, lists } from './lists.ts';
import { releases } from './releases.ts';
import { gate, invitation, signIn } from './sign-in.ts';
import { user, userChanges } from './user.ts';
import { manyUsers, newUser, users } from './users.ts';

export const english = {
  announcements,
  audit,
  bulk,
  failures,
  frame,
  gate,
  home,
  invitation,
  licenses,
  lists,
  manyUsers,
  newUser,
  releases,
  signIn,
  user,
  userChanges,
  users,
};

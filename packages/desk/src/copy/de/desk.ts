// All German texts of the desk.
import type { Copy } from '../copy.ts';
import { failures } from './failures.ts';
import { frame } from './frame.ts';
import { home } from './home.ts';
import { gate, invitation, signIn } from './sign-in.ts';
import { user, userChanges } from './user.ts';
import { manyUsers, newUser, users } from './users.ts';

export const german: Copy = {
  ...{ frame, failures, gate, home, invitation, signIn },
  ...{ manyUsers, newUser, user, userChanges, users },
};

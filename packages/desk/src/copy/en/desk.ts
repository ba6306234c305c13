// All English texts of the desk.
import { failures } from './failures.ts';
import { frame } from './frame.ts';
import { home } from './home.ts';
import { gate, invitation, signIn } from './sign-in.ts';
import { user, userChanges } from './user.ts';
import { manyUsers, newUser, users } from './users.ts';

export const english = {
  ...{ frame, failures, gate, home, invitation, signIn },
  ...{ manyUsers, newUser, user, userChanges, users },
};

// Seller API: operations on user variables, which are texts of one user
// (docs/protocol.md#seller-operations).
import { z } from 'zod';
import { shortText, username } from '../primitives.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { flag, freeText, type SellerGroup } from '../seller-spec.ts';
import { maskedUser } from './masked-user.ts';

const variable = z.object({
  name: z.string(),
  data: z.string(),
  user: z.string(),
  ...maskedUser,
  /** Not in the public API. With 1, only the seller may change the variable. */
  readOnly: z.number(),
});

// The audit log stores names without values, because values are private to the user.
export const userVariablesApi = {
  setvar: {
    summary:
      'Sets a variable of a user, or of all users with `user=all`. Users may change it unless `readOnly` is 1.',
    request: z.object({
      user: username,
      var: shortText,
      data: freeText(500),
      readOnly: flag.optional(),
    }),
    names: { user: 'user', var: 'user-variable' },
    also: { varid: 'var', readonly: 'readOnly' },
    answer: z.object({}),
    message: 'Successfully set variable!',
    failures: { 'no-users': 'No users found!', 'user-unknown': 'No users found!' },
    scope: 'all',
    changes: ['user', 'var', 'readOnly'],
  },
  getvar: {
    summary: 'Returns a variable of a user. The value is in `response`.',
    request: z.object({ user: username, var: shortText }),
    names: { user: 'user', var: 'user-variable' },
    also: { varid: 'var' },
    /** `data` repeats `response` for tools that read the value from `data`. */
    answer: z.object({ response: z.string(), data: z.string() }),
    message: 'Successfully retrieved variable',
    failures: { 'variable-unknown': 'Variable not found for user' },
    scope: 'read',
    changes: null,
  },
  deluservar: {
    summary: 'Deletes a variable of a user.',
    request: z.object({ user: username, var: shortText }),
    names: { user: 'user', var: 'user-variable' },
    also: { varid: 'var' },
    answer: z.object({}),
    message: 'Successfully deleted variable!',
    failures: { 'variable-unknown': 'Failed to delete variable!' },
    scope: 'all',
    changes: ['user', 'var'],
  },
  massUserVarDelete: {
    summary: 'Deletes a variable, by its name, from all users.',
    request: z.object({ name: shortText }),
    also: { var: 'name' },
    answer: z.object({}),
    message: 'Successfully deleted user variables with that name!',
    failures: { 'variable-unknown': 'Failed to delete user variables with that name!' },
    scope: 'all',
    changes: ['name'],
  },
  fetchalluservars: {
    summary:
      'Returns the variables of a user, or of all users. Users are in the order of `fetchallusers`, their variables are sorted by name.',
    request: z.object({ user: username.optional(), ...pageRequest }),
    names: { user: 'user' },
    answer: z.object({ vars: z.array(variable), ...pageAnswer }),
    message: 'Successfully retrieved user variables',
    failures: { 'user-unknown': 'User not found!' },
    scope: 'read',
    changes: null,
  },
} as const satisfies SellerGroup;

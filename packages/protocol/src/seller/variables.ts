// Seller API: operations on global variables, which are texts for programs
// (docs/protocol.md#seller-operations).
import { z } from 'zod';
import { maxVariableLength } from '../limits.ts';
import { shortText } from '../primitives.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { flag, freeText, type SellerGroup } from '../seller-spec.ts';

const value = freeText(maxVariableLength);

const variable = z.object({
  varid: z.string(),
  msg: z.string(),
  /** Not in the public API. With 1, only signed-in sessions can read the variable. */
  authed: z.enum(['0', '1']),
});

// The audit log stores names without values, because values are often secrets.
export const variablesApi = {
  addvar: {
    summary:
      'Creates a global variable. Only signed-in sessions can read it, unless `authed` is 0.',
    request: z.object({ name: shortText, data: value, authed: flag.optional() }),
    answer: z.object({}),
    message: 'Successfully created variable!',
    failures: { 'variable-exists': 'Variable name already exists!' },
    scope: 'all',
    changes: ['name', 'authed'],
  },
  editvar: {
    summary:
      'Changes the value of a global variable. `authed`, which is ours, changes who can read it.',
    request: z.object({ varid: shortText, data: value.optional(), authed: flag.optional() }),
    // Without `authed`, an empty `data` empties the variable. With `authed`, an empty `data` keeps
    // the value.
    mayBeEmpty: ['data'],
    names: { varid: 'variable' },
    answer: z.object({}),
    message: 'Variable Edit Successful',
    failures: {
      'variable-unknown': 'Variable not found',
      'nothing-to-update': 'Variable data or authed must be set',
    },
    scope: 'all',
    changes: ['varid', 'authed'],
  },
  retrvvar: {
    summary: 'Returns a global variable. The value is in `message`.',
    request: z.object({ name: shortText }),
    names: { name: 'variable' },
    answer: z.object({}),
    message: null,
    failures: { 'variable-unknown': 'Variable not found' },
    scope: 'read',
    changes: null,
  },
  delvar: {
    summary: 'Deletes a global variable.',
    request: z.object({ name: shortText }),
    names: { name: 'variable' },
    answer: z.object({}),
    message: 'Successfully deleted variable!',
    failures: { 'variable-unknown': 'Failed to delete variable!' },
    scope: 'all',
    changes: ['name'],
  },
  delallvars: {
    summary: 'Deletes all global variables.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Successfully deleted all variables!',
    failures: { 'no-variables': 'Failed to delete all variables!' },
    scope: 'all',
    changes: [],
  },
  fetchallvars: {
    summary: 'Returns all global variables, sorted by name.',
    request: z.object(pageRequest),
    answer: z.object({ vars: z.array(variable), ...pageAnswer }),
    message: 'Successfully retrieved variables',
    failures: {},
    scope: 'read',
    changes: null,
  },
} as const satisfies SellerGroup;

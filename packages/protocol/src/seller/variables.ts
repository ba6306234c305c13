// Global variables in the seller API (contract 7.3): texts that programs of the application read.
import { z } from 'zod';
import { shortText } from '../primitives.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { flag, freeText, type SellerGroup } from '../seller-spec.ts';

const value = freeText(1000);

const variable = z.object({
  varid: z.string(),
  msg: z.string(),
  /** Ours: 1: only for signed-in sessions. */
  authed: z.number(),
});

// Audit rows keep names, not values: what a program reads from here is often a secret.
export const variablesApi = {
  addvar: {
    summary: 'Adds a global variable; for signed-in sessions only unless `authed` is 0.',
    request: z.object({ name: shortText, data: value, authed: flag.optional() }),
    answer: z.object({}),
    message: 'Successfully created variable!',
    failures: ['Variable name already exists!'],
    scope: 'all',
    changes: ['name', 'authed'],
  },
  editvar: {
    summary: 'Changes the value of a global variable and, ours, who may read it.',
    request: z.object({ varid: shortText, data: value.optional(), authed: flag.optional() }),
    // Alone it makes the variable empty; beside `authed` it is what a tool sends that changes nothing else.
    empties: ['data'],
    names: { varid: 'variable' },
    answer: z.object({}),
    message: 'Variable Edit Successful',
    failures: ['Variable not found', 'Variable data or authed must be set'],
    scope: 'all',
    changes: ['varid', 'authed'],
  },
  retrvvar: {
    summary: 'The value of a global variable, in `message`.',
    request: z.object({ name: shortText }),
    names: { name: 'variable' },
    answer: z.object({}),
    message: null,
    failures: ['Variable not found'],
    scope: 'read',
    changes: null,
  },
  delvar: {
    summary: 'Removes a global variable.',
    request: z.object({ name: shortText }),
    names: { name: 'variable' },
    answer: z.object({}),
    message: 'Successfully deleted variable!',
    failures: ['Failed to delete variable!'],
    scope: 'all',
    changes: ['name'],
  },
  delallvars: {
    summary: 'Removes all global variables.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Successfully deleted all variables!',
    failures: ['Failed to delete all variables!'],
    scope: 'all',
    changes: [],
  },
  fetchallvars: {
    summary: 'All global variables, by their names.',
    request: z.object(pageRequest),
    answer: z.object({ vars: z.array(variable), ...pageAnswer }),
    message: 'Successfully retrieved variables',
    failures: [],
    scope: 'read',
    changes: null,
  },
} as const satisfies SellerGroup;

// Seller API: buttons of the web loader (docs/web-loader.md), which the customers' page
// shows once a program has signed in.
import { z } from 'zod';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { freeText, type SellerGroup } from '../seller-spec.ts';
import { shortText } from '../primitives.ts';

export const button = z.object({ text: z.string(), value: z.string() });

export const buttonsApi = {
  addbutton: {
    summary:
      'Creates a button. `text` is its label, and `value` is what the program receives when it is pressed.',
    request: z.object({ value: shortText, text: freeText(100, 1) }),
    answer: z.object({}),
    message: 'Successfully added button!',
    failures: { 'button-exists': 'Button value already exists!' },
    scope: 'all',
    changes: ['value', 'text'],
  },
  delbutton: {
    summary: 'Deletes a button.',
    request: z.object({ value: shortText }),
    answer: z.object({}),
    message: 'Successfully deleted button!',
    failures: { 'button-unknown': 'Failed to delete button!' },
    scope: 'all',
    changes: ['value'],
  },
  delallbuttons: {
    summary: 'Deletes all buttons.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Successfully deleted all buttons!',
    failures: { 'no-buttons': 'Failed to delete all buttons!' },
    scope: 'all',
    changes: [],
  },
  fetchallbuttons: {
    summary: 'Returns all buttons, sorted by value.',
    request: z.object(pageRequest),
    answer: z.object({ buttons: z.array(button), ...pageAnswer }),
    message: 'Successfully retrieved buttons',
    failures: {},
    scope: 'read',
    changes: null,
  },
} as const satisfies SellerGroup;

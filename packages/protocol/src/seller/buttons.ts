// Buttons of the web loader in the seller API (contract 7.3). The service keeps them for programs of the seller that draw them.
import { z } from 'zod';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { freeText, type SellerGroup } from '../seller-spec.ts';
import { shortText } from '../primitives.ts';

const button = z.object({ text: z.string(), value: z.string() });

export const buttonsApi = {
  addbutton: {
    summary: 'Adds a button: `text` is what it says, `value` what the program is told.',
    request: z.object({ value: shortText, text: freeText(100, 1) }),
    answer: z.object({}),
    message: 'Successfully added button!',
    failures: ['Button value already exists!'],
    scope: 'all',
    changes: ['value', 'text'],
  },
  delbutton: {
    summary: 'Removes a button.',
    request: z.object({ value: shortText }),
    answer: z.object({}),
    message: 'Successfully deleted button!',
    failures: ['Failed to delete button!'],
    scope: 'all',
    changes: ['value'],
  },
  delallbuttons: {
    summary: 'Removes all buttons.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Successfully deleted all buttons!',
    failures: ['Failed to delete all buttons!'],
    scope: 'all',
    changes: [],
  },
  fetchallbuttons: {
    summary: 'All buttons, by their values.',
    request: z.object(pageRequest),
    answer: z.object({ buttons: z.array(button), ...pageAnswer }),
    message: 'Successfully retrieved buttons',
    failures: [],
    scope: 'read',
    changes: null,
  },
} as const satisfies SellerGroup;

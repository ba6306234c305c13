// Operations that take, end or change everything of a kind, and how many rows that would be: what the command line asks back with.
// On the wire nothing is asked back (contract 0.18).
import { z } from 'zod';
import { shortText } from '../primitives.ts';
import type { SellerGroup } from '../seller-spec.ts';

export const bulkTypes = [
  'addtime',
  'delunused',
  'delused',
  'delalllicenses',
  'delexpusers',
  'delallusers',
  'resetalluser',
  'extend',
  'setvar',
  'massUserVarDelete',
  'delappsub',
  'pausesub',
  'unpausesub',
  'delallvars',
  'delallfiles',
  'delallwebhooks',
  'delallbuttons',
  'killall',
  'delchannel',
  'clearchannel',
  'delblacks',
  'delallwhites',
  'dellogs',
  'delauditlog',
] as const;
export type BulkType = (typeof bulkTypes)[number];

export const bulkApi = {
  countrows: {
    summary:
      'How many rows an operation on everything of a kind would be about at this moment: `operation` is its name, of `extend` and `setvar` with `user=all`; `name` the subscription, channel or variable that it would be given. `delappsub`, `pausesub` and `unpausesub` count users who have the subscription.',
    request: z.object({ operation: z.enum(bulkTypes), name: shortText.optional() }),
    answer: z.object({ count: z.string() }),
    message: 'Successfully counted rows',
    failures: [],
    scope: 'read',
    changes: null,
    own: true,
  },
} as const satisfies SellerGroup;

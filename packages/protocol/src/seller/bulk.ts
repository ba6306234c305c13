// Seller API: list of the bulk operations, and `countrows`, which counts the rows that a bulk
// operation would affect. The command line shows this count when it asks for confirmation
// (docs/protocol.md#seller-keys). The service never asks.
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

/** Pausing an application can be undone, so the command line asks for no confirmation. */
export const countedTypes = [...bulkTypes, 'pauseapp', 'unpauseapp'] as const;
export type CountedType = (typeof countedTypes)[number];

export const bulkApi = {
  countrows: {
    summary:
      'Returns the number of rows that a bulk operation would affect now. `operation` is its name; `extend` and `setvar` mean `user=all`. `name` is the subscription, channel or variable of that operation. `extend` with `name` means `activeOnly=1`. For `resetalluser`, the number is that of users with a computer. For `delappsub`, `pausesub` and `unpausesub`, the number is that of users with the subscription.',
    request: z.object({ operation: z.enum(countedTypes), name: shortText.optional() }),
    answer: z.object({ count: z.string() }),
    message: 'Successfully counted rows',
    failures: {},
    scope: 'read',
    changes: null,
    isExtension: true,
  },
} as const satisfies SellerGroup;

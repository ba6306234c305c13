// Making and changing licenses in the seller API (contract 7.3).
import { z } from 'zod';
import { keyText, shortText } from '../primitives.ts';
import { defaultTexts } from '../reasons.ts';
import { flag, freeText, wholeNumber, type SellerGroup } from '../seller-spec.ts';
import { level, orderText, someDays } from './license-parameters.ts';
import { planName } from './user-parameters.ts';

const defaultMask = '******-******-******-******-******-******';
/** Licenses in one request. */
export const mostKeys = 100;

export const licenseMakingApi = {
  add: {
    summary:
      "Makes licenses. Each `*` of the mask becomes a random character: of `character` 1 digits and both cases, 2 digits and upper case, 3 digits and lower case. A mask that leaves less than 80 bits to chance (both cases of a letter count as one, as a key is found in either), and a key of your own (no `*`), need `force=1`, or the setting `weakkeys`: they come with a `warning` then. Without any `*`, groups of three or more `X` are random, too. `level` (`1` where nothing is said) or `sub`, the name of a subscription, says what they give; a level that no subscription has is refused unless `force=1`. With `order`, the shop's own number, it is done once: the same order gives the same keys however often it is asked for, also at once, and is refused with another amount, level or duration.",
    request: z.object({
      expiry: someDays.optional(),
      mask: keyText.refine((mask) => !mask.includes(',')).default(defaultMask),
      level: level.optional(),
      sub: planName.optional(),
      order: orderText.optional(),
      amount: wholeNumber(1, 1_000_000).default(1),
      owner: shortText.default('SellerAPI'),
      character: z.enum(['1', '2', '3']).default('1'),
      note: freeText(69).default(''),
      force: flag.default(0),
    }),
    names: { sub: 'subscription' },
    /** One: `key`; several: `keys`. */
    answer: z.object({
      key: z.string().optional(),
      keys: z.array(z.string()).optional(),
      /** Of a request with one: as it was sent. */
      order: z.string().optional(),
      /** With `order`: these were made before. */
      repeated: z.boolean().optional(),
      warning: z.string().optional(),
    }),
    message: null,
    failures: [
      'Expiry not set',
      'You can only generate 100 licenses at a time',
      "Can't do custom key with amount greater than one",
      'This mask is too easy to guess: use more * characters, or force=1, or turn the setting weakkeys on (updatesettings, weakkeys=1)',
      'This license key exists already',
      'This mask has no free keys left',
      'This subscription has another level',
      'There is no such subscription',
      'No subscription has this level',
      'Redeeming a license of this level gives another subscription, an older one',
      'This order was made with another amount, level or duration',
      'Licenses of this order were removed since: nothing was made',
    ],
    scope: 'sell',
    changes: ['amount', 'expiry', 'level', 'sub', 'owner', 'order', 'note'],
  },
  addtime: {
    summary: 'Adds days to all unused licenses.',
    request: z.object({ time: someDays }),
    answer: z.object({}),
    message: 'Added time to unused licenses!',
    failures: ['Failed to add time!'],
    scope: 'all',
    changes: ['time'],
  },
  edit: {
    summary: 'Changes how many days a license gives that was not used yet.',
    request: z.object({ key: keyText, expiry: someDays }),
    names: { key: 'license' },
    answer: z.object({}),
    message: 'License Edit Successful',
    failures: ['Key Not Found', defaultTexts['key-used']],
    scope: 'all',
    changes: ['key', 'expiry'],
    masked: ['key'],
  },
  setnote: {
    summary: 'Sets the note of a license.',
    request: z.object({ key: keyText, note: freeText(69) }),
    names: { key: 'license' },
    answer: z.object({}),
    message: 'Successfully set note',
    failures: ['Failed to set note'],
    scope: 'all',
    changes: ['key', 'note'],
    masked: ['key'],
  },
} as const satisfies SellerGroup;

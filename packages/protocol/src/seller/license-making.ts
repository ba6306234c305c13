// Seller API: operations that create and change licenses (docs/protocol.md#seller-operations).
import { z } from 'zod';
import { maxNote } from '../limits.ts';
import { defaultMask } from '../license-mask.ts';
import { keyText, newKeyText, shortText } from '../primitives.ts';
import { defaultTexts } from '../reasons.ts';
import { flag, freeText, unsetWord, wholeDigits, wholeNumber } from '../seller-spec.ts';
import type { SellerGroup } from '../seller-spec.ts';
import { level, orderText, positiveDays } from './license-parameters.ts';
import { subscriptionName } from './user-parameters.ts';

/** Selects the characters that replace each `*` of a mask. */
export const maskCharacters = z
  .string()
  .overwrite(wholeDigits)
  .pipe(z.enum(['1', '2', '3']));

/** The creator of licenses for which the request names none. */
export const defaultCreator = 'SellerAPI';

export const licenseMakingApi = {
  add: {
    summary:
      'Creates licenses. Each `*` of the mask becomes a random character. `character` chooses them: 1 digits and letters of both cases, 2 digits and upper case, 3 digits and lower case. In a mask without `*`, groups of three or more `X` are random. A mask with less than 80 random bits, or a fixed key, needs `force=1` or the setting `weakkeys`, and returns a `warning`. Both cases of a letter count as one. `level` (default `1`) or `sub`, the name of a subscription, decides what the licenses give. A level without a subscription needs `force=1`. `order` is an idempotency key, such as the order number of a shop. The same order returns the same keys, also for concurrent requests. A different amount, level or duration is refused. The words of programs for a missing value, such as `null` and `NaN`, count as a missing parameter. As `order` they are refused. With the setting `severalkeysstatus=302`, several keys have that status, except with `format=text`.',
    request: z.object({
      expiry: positiveDays.optional(),
      mask: newKeyText.refine((mask) => !mask.includes(',')).default(defaultMask),
      level: level.optional(),
      sub: subscriptionName.optional(),
      // A program that sends `null` for every order would give all buyers the same keys.
      order: orderText.refine((order) => !unsetWord.test(order)).optional(),
      amount: wholeNumber(1, 1_000_000).default(1),
      owner: shortText.default(defaultCreator),
      character: maskCharacters.default('1'),
      note: freeText(maxNote).default(''),
      force: flag.default(0),
    }),
    names: { sub: 'subscription' },
    mayBeUnset: ['expiry', 'mask', 'level', 'amount', 'owner', 'character', 'note', 'force'],
    /** A single license is in `key`. Several licenses are in `keys`. */
    answer: z.object({
      key: z.string().optional(),
      keys: z.array(z.string()).optional(),
      /** The order of the request, as it was sent. */
      order: z.string().optional(),
      /** Only with `order`. True if an earlier request created these licenses. */
      repeated: z.boolean().optional(),
      /** Only with `repeated`: a license of the order was refunded or banned. Deliver nothing. */
      refunded: z.literal(true).optional(),
      warning: z.string().optional(),
    }),
    message: null,
    failures: {
      'days-missing': 'Expiry not set',
      'too-many-keys': 'You can only generate 100 licenses at a time',
      'custom-key-repeated': "Can't do custom key with amount greater than one",
      'mask-too-weak':
        'Keys of this mask are too easy to guess. Use more * characters, or force=1, or turn the setting weakkeys on (updatesettings, weakkeys=1)',
      'key-exists': 'This license key already exists',
      'mask-exhausted': 'All keys of this mask are taken. Use more * characters.',
      'level-differs': 'This subscription has a different level',
      'subscription-unknown': 'This subscription does not exist',
      'no-plan-for-level': 'No subscription has this level',
      'level-of-older-subscription': 'A license of this level gives an older subscription',
      'order-differs': 'This order exists with a different amount, level or duration',
      'order-deleted': 'Licenses of this order were deleted. Nothing was created.',
      'order-unusable': 'The order number of this body is not usable',
      'order-missing': 'This body has no known order number',
      'not-a-sale': 'This event is not a sale',
      'body-unreadable': 'The body of this request cannot be read', // Only for resellers.
      'days-not-sold': 'Keys of resellers have 1, 7, 30, 90, 180, 365 or 9999 days',
      'level-not-allowed': 'This account may not make keys of this level',
      'balance-low': 'The balance of this account is too low',
    },
    scope: 'sell',
    resellers: true,
    changes: ['amount', 'expiry', 'level', 'sub', 'owner', 'order', 'note'],
    secrets: ['key', 'keys'],
    repeatedBy: 'order',
  },
  addtime: {
    summary: 'Adds days to all unused licenses.',
    request: z.object({ time: positiveDays }),
    answer: z.object({}),
    message: 'Added time to unused licenses!',
    failures: { 'no-unused-keys': 'Failed to add time!' },
    scope: 'all',
    changes: ['time'],
  },
  edit: {
    summary: 'Changes the number of days that an unused license gives.',
    request: z.object({ key: keyText, expiry: positiveDays }),
    names: { key: 'license' },
    answer: z.object({}),
    message: 'License Edit Successful',
    failures: { 'key-unknown': 'Key Not Found', 'key-used': defaultTexts['key-used'] },
    scope: 'all',
    changes: ['key', 'expiry'],
    masked: ['key'],
  },
  setnote: {
    summary: 'Sets the note of a license.',
    request: z.object({ key: keyText, note: freeText(maxNote) }),
    names: { key: 'license' },
    answer: z.object({}),
    message: 'Successfully set note',
    failures: { 'key-unknown': 'Failed to set note' },
    scope: 'all',
    changes: ['key', 'note'],
    masked: ['key'],
  },
} as const satisfies SellerGroup;

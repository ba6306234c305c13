// The ledger of subscriptions in the seller API (contract 0.20): what gave each user their time, and how much of it is left.
import { z } from 'zod';
import { keyText, username } from '../primitives.ts';
import { flag, freeText, wholeNumber, type SellerGroup } from '../seller-spec.ts';
import { level, orderText } from './license-parameters.ts';
import { planName } from './user-parameters.ts';

const source = z.enum(['key', 'seller', 'import', 'unknown']);
const revokedBy = z.enum(['ban', 'refund', 'delete', 'seller']);
/** Unix seconds, as text like all dates of the seller API. */
const date = z.string().regex(/^[0-9]{1,12}$/);
const unixTime = wholeNumber(0, 999_999_999_999);
const longest = 10_000_000 * 86_400;

const grant = z.object({
  source,
  /** Of the source `key`. */
  key: keyText.nullable(),
  /** Who gave it, where that is known. */
  actor: z.string().max(100),
  at: date,
  /** Seconds; below 0 what was taken by hand. */
  given: z.number().int().min(-longest).max(longest),
  /** Of what is revoked: what is kept aside. */
  left: z.number().int().min(0).max(longest),
  revoked: date.nullable(),
  revokedby: revokedBy.nullable(),
});

export type LedgerGrant = z.infer<typeof grant>;

const mostGrants = 1000;

const grantsText = z
  .string()
  .max(500_000)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('not JSON');
      return z.NEVER;
    }
  })
  .pipe(z.array(grant).max(mostGrants));

export const ledgerApi = {
  usergrants: {
    summary:
      'What gave a user each of their subscriptions, oldest first, with what is left of it at this moment: keys, what a seller added or took, what was imported. Also of subscriptions that have ended, and of those that were taken away, which have no `since`.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({
      subs: z.array(
        z.object({
          subscription: z.string(),
          level: z.string(),
          since: z.string().nullable(),
          expiry: z.string().nullable(),
          timeleft: z.number(),
          paused: z.boolean(),
          grants: z.array(grant),
        }),
      ),
    }),
    message: 'Successfully retrieved grants',
    failures: ['User not found'],
    scope: 'read',
    changes: null,
    own: true,
  },
  keygrants: {
    summary:
      'What a license gave, with what is left of it at this moment: one row for each subscription. None where it was not used, or where what it gave is not known.',
    request: z.object({ key: keyText }),
    names: { key: 'license' },
    answer: z.object({
      grants: z.array(grant.extend({ user: z.string(), subscription: z.string() })),
    }),
    message: 'Successfully retrieved grants',
    failures: ['Key Not Found'],
    scope: 'look-up',
    // It changes nothing; who looked at which key is kept all the same.
    changes: ['key'],
    masked: ['key'],
    own: true,
  },
  setgrants: {
    summary:
      'Replaces what a user has of a subscription by a ledger of another service, as `usergrants` tells it: `grants` is its JSON. With `expiry`, in unix seconds, it runs or has ended; with `paused=1` it is paused with what is left; with neither it is taken away. Without `grants` it is one import: until `expiry`, or paused with `timeleft` seconds.',
    request: z.object({
      user: username,
      sub: planName,
      grants: grantsText.optional(),
      since: unixTime.optional(),
      expiry: unixTime.optional(),
      timeleft: wholeNumber(0, longest).optional(),
      paused: flag.default(0),
    }),
    names: { user: 'user', sub: 'subscription' },
    answer: z.object({}),
    message: 'Successfully set grants!',
    failures: [
      'User not found!',
      'Subscription not found!',
      'The grants come to less than that: see "expiry"',
    ],
    scope: 'all',
    changes: ['user', 'sub', 'expiry', 'paused'],
    own: true,
  },
  importkey: {
    summary:
      'Puts a license in as `fetchallkeys` of another service tells it, used ones too; it gives nothing by that. A user of the name `usedby` is who used it.',
    request: z.object({
      key: keyText,
      level: level.default('1'),
      expires: wholeNumber(1, longest),
      status: z.enum(['Not Used', 'Used', 'Banned']),
      usedby: username.optional(),
      usedon: unixTime.optional(),
      gendate: unixTime.optional(),
      banned: freeText(99).default(''),
      note: freeText(69).default(''),
      genby: freeText(100).default(''),
      order: orderText.optional(),
    }),
    names: { usedby: 'user' },
    answer: z.object({}),
    message: 'License Successfully Imported',
    failures: ['This license key exists already'],
    scope: 'all',
    changes: ['key'],
    masked: ['key'],
    own: true,
  },
} as const satisfies SellerGroup;

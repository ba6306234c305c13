// Seller API: the grant ledger (docs/protocol.md#grant-ledger). A grant records the source of a
// user's time in a subscription, and the time that is left.
import { z } from 'zod';
import { maxNote } from '../limits.ts';
import { cappedDate, parseIsoDate, type EdgeOfDay } from '../dates.ts';
import { keyText, newKeyText, username } from '../primitives.ts';
import { flag, freeText, wholeNumber, type SellerGroup } from '../seller-spec.ts';
import { maxDurationSeconds } from '../units.ts';
import { maskedUser } from './masked-user.ts';
import { level, orderText } from './license-parameters.ts';
import { subscriptionName } from './user-parameters.ts';

const source = z.enum(['key', 'trial', 'seller', 'import', 'unknown']);
const revokedBy = z.enum(['ban', 'refund', 'delete', 'seller', 'dispute']);
/** Unix seconds as text, like all dates of the seller API. */
const date = z.string().regex(/^[0-9]{1,12}$/);
const unixTime = wholeNumber(0, 999_999_999_999).transform(cappedDate);
/** Unix seconds, or an ISO date, by default at the beginning of the day. Parses to unix seconds. */
export const beginDate = z.union([unixTime, isoDate('begin')]);
/** Unix seconds, or an ISO date, by default at the end of the day. Parses to unix seconds. */
export const endDate = z.union([unixTime, isoDate('end')]);

export const grant = z.object({
  source,
  /** The redeemed key. null for all other sources. */
  key: newKeyText.nullable(),
  /** Actor that gave the time. Empty if the actor is unknown. */
  actor: freeText(100),
  at: date,
  /** Given time in seconds. It is negative if a seller subtracted time. */
  given: z.number().int().min(-maxDurationSeconds).max(maxDurationSeconds),
  /** Remaining time in seconds. For a revoked grant, the time that a restore returns. */
  left: z.number().int().min(0).max(maxDurationSeconds),
  revoked: date.nullable(),
  revokedby: revokedBy.nullable(),
});

export type LedgerGrant = z.infer<typeof grant>;

export const maxGrants = 1000;

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
  .pipe(z.array(grant).max(maxGrants));

function isoDate(edge: EdgeOfDay) {
  return z
    .string()
    .max(40)
    .transform((text, context) => {
      const at = parseIsoDate(text, edge);
      if (at !== null && at >= 0) return at;
      context.addIssue('not a date');
      return z.NEVER;
    });
}

export const ledgerApi = {
  usergrants: {
    summary:
      "Returns the grants of a user's subscriptions, oldest first, with the time that is left of each. A grant comes from a license, the seller or an import. Ended and removed subscriptions are included; removed ones have no `since`.",
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
    failures: { 'user-unknown': 'User not found' },
    scope: 'read',
    changes: null,
    isExtension: true,
  },
  keygrants: {
    summary:
      'Returns the grants of a license, one for each subscription, with the time that is left. The list is empty for an unused license, and if its grants are unknown.',
    request: z.object({ key: keyText }),
    names: { key: 'license' },
    answer: z.object({
      grants: z.array(grant.extend({ user: z.string(), ...maskedUser, subscription: z.string() })),
    }),
    message: 'Successfully retrieved grants',
    failures: { 'key-unknown': 'Key Not Found' },
    scope: 'look-up',
    // The audit log also records reads of a key.
    changes: ['key'],
    masked: ['key'],
    isLookUp: true,
    isExtension: true,
  },
  setgrants: {
    summary:
      'Replaces the grants of a subscription of a user. `grants` is JSON, as `usergrants` of another service returns it. `expiry` sets the end. A date without a time ends with its day (UTC). `paused=1` pauses the subscription with the time that is left. Without both, the subscription is removed. Without `grants`, it gets one import grant: until `expiry`, or paused with `timeleft` seconds.',
    request: z.object({
      user: username,
      sub: subscriptionName,
      grants: grantsText.optional(),
      since: beginDate.optional(),
      expiry: endDate.optional(),
      timeleft: wholeNumber(0, maxDurationSeconds).optional(),
      paused: flag.default(0),
    }),
    names: { user: 'user', sub: 'subscription' },
    answer: z.object({}),
    message: 'Successfully set grants!',
    failures: {
      'user-unknown': 'User not found!',
      'subscription-unknown': 'Subscription not found!',
      'grants-too-short': 'The grants have less time left than "expiry" requires',
    },
    scope: 'all',
    changes: ['user', 'sub', 'expiry', 'paused'],
    isExtension: true,
  },
  importkey: {
    summary:
      'Imports a license, used or not, with the fields that `fetchallkeys` of another service returns. It grants no time. If a user named `usedby` exists, that user redeemed it.',
    request: z.object({
      key: newKeyText,
      level: level.default('1'),
      expires: wholeNumber(1, maxDurationSeconds),
      status: z.enum(['Not Used', 'Used', 'Banned']),
      usedby: username.optional(),
      usedon: beginDate.optional(),
      gendate: beginDate.optional(),
      banned: freeText(99).default(''),
      note: freeText(maxNote).default(''),
      genby: freeText(100).default(''),
      order: orderText.optional(),
    }),
    names: { usedby: 'user' },
    answer: z.object({}),
    message: 'License Successfully Imported',
    failures: { 'key-exists': 'This license key already exists' },
    scope: 'all',
    changes: ['key'],
    masked: ['key'],
    isExtension: true,
  },
} as const satisfies SellerGroup;

// Seller API: operations on licenses that exist (docs/protocol.md#seller-operations).
import { z } from 'zod';
import { defaultTexts } from '../reasons.ts';
import { hwid, keyText, password, shortText, username } from '../primitives.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { flag, reasonText, type SellerGroup } from '../seller-spec.ts';
import { dryRunAnswer, dryRunRequest } from './dry-run.ts';
import { licenseFindingApi } from './license-finding.ts';
import { licenseMakingApi } from './license-making.ts';
import { keyList, level, orderText } from './license-parameters.ts';
import { activatedSubscription, licenseRow, licenseStatus, takenBack } from './license-row.ts';
import { licenseStates, periodRequest } from './list-filters.ts';
import { maskedUser } from './masked-user.ts';

export const licensesApi = {
  ...licenseMakingApi,
  ...licenseFindingApi,
  activate: {
    summary:
      'Creates a user with an unused license, like `register` of the client API, but without a session. The answer is always JSON, also with `format=text`. With the setting `nestedsubscriptions`, the list is in `info.subscriptions.subscriptions`.',
    request: z.object({
      user: username,
      key: keyText,
      pass: password,
      hwid: hwid.min(1).optional(),
    }),
    names: { key: 'license' },
    answer: z.object({
      info: z.object({
        username: z.string(),
        subscriptions: z.union([
          z.array(activatedSubscription),
          z.object({ subscriptions: z.array(activatedSubscription) }),
        ]),
        ip: z.string(),
      }),
    }),
    message: 'Logged in!',
    json: true,
    failures: {
      'username-taken': 'Username Already Exists.',
      'key-unknown': 'Key Not Found.',
      'key-used': 'Key Already Used.',
      'key-banned': 'Your license is banned.',
      'device-blacklisted': 'HWID is blacklisted',
      'no-plan-for-level': 'No active subscriptions found.',
      'username-too-short': defaultTexts['username-too-short'],
      'username-reserved': defaultTexts['username-reserved'],
      'device-id-invalid': 'HWID is too short (setting minhwid).',
    },
    scope: 'all',
    changes: ['user', 'key'],
    masked: ['key'],
  },
  assignkey: {
    summary: 'Redeems an unused license for a user, like `upgrade` of the client API.',
    request: z.object({ user: username, key: keyText }),
    names: { user: 'user', key: 'license' },
    answer: z.object({}),
    message: 'Upgraded successfully',
    failures: {
      'key-unknown': defaultTexts['key-unknown'],
      'key-used': defaultTexts['key-used'],
      'key-banned': defaultTexts['key-banned'],
      'no-plan-for-level': defaultTexts['no-plan-for-level'],
      'user-unknown': defaultTexts['user-unknown'],
    },
    scope: 'sell',
    changes: ['user', 'key'],
    masked: ['key'],
  },
  ban: {
    summary:
      'Bans a license, used or not, and revokes the time that is left of its grants. `userToo=1` also bans the user who redeemed it, like `banuser`, with `address` if you send it. That ban ends together with the ban of the license. Banning again replaces the reason, and one `unban` still lifts the ban. A user with several bans shows the newest reason, and stays banned until the last ban is lifted. The message is `Successfully banned license!`, with a note if the grants of a used license are unknown.',
    request: z.object({
      key: keyText,
      reason: reasonText.default(''),
      userToo: flag.default(0),
      address: flag.optional(),
      ...dryRunRequest,
    }),
    names: { key: 'license' },
    answer: z.object({ takenBack, ...dryRunAnswer }),
    message: null,
    failures: { 'key-unknown': 'Failed to ban license!' },
    scope: 'sell',
    changes: ['key', 'reason', 'userToo', 'address'],
    masked: ['key'],
  },
  refund: {
    summary:
      'Bans a refunded license, or all licenses of an `order`, and revokes the time that is left of their grants. Users are not banned. Repeating it changes nothing. The message is `Successfully refunded license!` or `Successfully refunded order!`, with a note if the grants of a used license are unknown.',
    request: z.object({
      key: keyText.optional(),
      order: orderText.optional(),
      reason: reasonText.default('Refunded'),
      ...dryRunRequest,
    }),
    names: { key: 'license' },
    answer: z.object({ takenBack, ...dryRunAnswer }),
    message: null,
    failures: {
      'key-unknown': 'Key Not Found',
      'order-unknown': 'This order has no licenses',
      'key-or-order': 'Send either key or order.',
    },
    scope: 'sell',
    changes: ['key', 'order', 'reason'],
    masked: ['key'],
    isExtension: true,
  },
  unban: {
    summary:
      'Lifts the ban of a license, which becomes used or unused again. Restores exactly the time that the ban or refund revoked. Also lifts the ban of its user that came with it. Other bans of that user stay.',
    request: z.object({ key: keyText, ...dryRunRequest }),
    names: { key: 'license' },
    answer: z.object({ givenBack: takenBack, ...dryRunAnswer }),
    message: 'Successfully unbanned license!',
    failures: {
      'key-not-banned': 'Failed to unban license!',
      'balance-low': 'The balance of this account is too low',
    },
    scope: 'all',
    changes: ['key'],
    masked: ['key'],
  },
  del: {
    summary:
      'Deletes a license and its tokens, and revokes the time that is left of its grants. `userToo=1` also deletes the user who redeemed it. Resellers delete only keys that are unused. The message is `Successfully deleted license!`, with a note if the grants of a used license are unknown.',
    request: z.object({ key: keyText, userToo: flag.default(0), ...dryRunRequest }),
    names: { key: 'license' },
    answer: z.object({ takenBack, ...dryRunAnswer }),
    message: null,
    failures: {
      'key-unknown': 'Failed to delete license!',
      // Only for resellers.
      'key-not-unused': 'Failed to delete license!',
    },
    scope: 'all',
    resellers: true,
    changes: ['key', 'userToo'],
    masked: ['key'],
  },
  delmultiple: {
    summary:
      'Deletes up to 500 licenses, separated by commas, like `del`. It fails only if none of them exists.',
    request: z.object({ key: keyList, userToo: flag.default(0), ...dryRunRequest }),
    names: { key: 'license' },
    answer: z.object({ deleted: z.number(), takenBack, ...dryRunAnswer }),
    message: null,
    failures: { 'key-unknown': 'Failed to delete license!' },
    scope: 'all',
    changes: ['key', 'userToo'],
    masked: ['key'],
  },
  delunused: {
    summary: 'Deletes all unused licenses.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Deleted All Unused Keys!',
    failures: { 'no-unused-keys': "Didn't find any unused keys!" },
    scope: 'all',
    changes: [],
  },
  delused: {
    summary: 'Deletes all used licenses. Users keep the time from them.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Deleted All Used Keys!',
    failures: { 'no-used-keys': "Didn't find any used keys!" },
    scope: 'all',
    changes: [],
  },
  delalllicenses: {
    summary: 'Deletes all licenses. Users keep the time from them.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Deleted All Keys!',
    failures: { 'no-keys': "Didn't find any keys!" },
    scope: 'all',
    changes: [],
  },
  verify: {
    summary: 'Checks whether a license exists, in any state.',
    request: z.object({ key: keyText }),
    names: { key: 'license' },
    answer: z.object({}),
    message: 'Key Successfully Verified',
    failures: { 'key-unknown': 'Key Not Found' },
    scope: 'look-up',
    changes: null,
  },
  getkey: {
    summary: 'Returns the license that a user redeemed last.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({ key: z.string() }),
    message: null,
    failures: { 'key-unknown': 'License not found' },
    scope: 'read',
    changes: null,
  },
  info: {
    summary:
      'Returns the details of a license. Fields about its use are empty for an unused license.',
    request: z.object({ key: keyText }),
    names: { key: 'license' },
    answer: z.object({
      duration: z.string(),
      hwid: z.string(),
      note: z.string(),
      status: licenseStatus,
      level: z.string(),
      createdby: z.string(),
      usedby: z.string(),
      ...maskedUser,
      usedon: z.string(),
      creationdate: z.string(),
      /** Empty if the license was created without an order. */
      order: z.string(),
      banned: z.string(), // reason of the ban, or empty
    }),
    message: 'Key Successfully Retrieved',
    failures: { 'key-unknown': 'Key Not Found' },
    scope: 'look-up',
    resellers: true,
    changes: null,
  },
  fetchallkeys: {
    summary:
      'Returns all licenses, or those that match all filters, newest first. `genby` is the exact creator, and `since` and `until` are times of creation. With `format=text`, returns only the keys, one per line.',
    request: z.object({
      status: z.enum(licenseStates).optional(),
      level: level.optional(),
      genby: shortText.optional(),
      ...periodRequest,
      ...pageRequest,
    }),
    answer: z.object({ keys: z.array(licenseRow), ...pageAnswer }),
    message: 'Successfully Retrieved Licenses',
    failures: {},
    scope: 'read',
    resellers: true,
    changes: null,
  },
} as const satisfies SellerGroup;

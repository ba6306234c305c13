// Licenses in the seller API (contract 7.3): making, banning, removing and reading them.
import { z } from 'zod';
import { defaultTexts } from '../reasons.ts';
import { hwid, keyText, password, username } from '../primitives.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { flag, freeText, type SellerGroup } from '../seller-spec.ts';
import { licenseFindingApi } from './license-finding.ts';
import { licenseMakingApi } from './license-making.ts';
import { keyList, orderText } from './license-parameters.ts';
import { licenseRow, licenseStatus } from './license-row.ts';

/** Seconds of a user's subscription, exactly. */
const takenBack = z.array(
  z.object({ user: z.string(), subscription: z.string(), seconds: z.number() }),
);

const spent = [
  defaultTexts['key-unknown'],
  defaultTexts['key-used'],
  defaultTexts['key-banned'],
  defaultTexts['no-plan-for-level'],
] as const;

export const licensesApi = {
  ...licenseMakingApi,
  ...licenseFindingApi,
  activate: {
    summary:
      'Makes a user from an unused license, as `register` of the client API does, without a session. Always JSON, also with `format=text`.',
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
        subscriptions: z.array(
          z.object({
            subscription: z.string(),
            key: z.string().nullable(),
            expiry: z.string(),
            timeleft: z.number(),
            level: z.string(),
            since: z.string(),
          }),
        ),
        ip: z.string(),
      }),
    }),
    message: 'Logged in!',
    json: true,
    failures: [
      'Username Already Exists.',
      'Key Not Found.',
      'Key Already Used.',
      'Your license is banned.',
      'HWID is blacklisted',
      'No active subscriptions found.',
      defaultTexts['username-too-short'],
      defaultTexts['username-reserved'],
      'HWID is too short (setting minhwid).',
    ],
    scope: 'all',
    changes: ['user', 'key'],
    masked: ['key'],
  },
  assignkey: {
    summary: 'Redeems an unused license for a user, as `upgrade` of the client API does.',
    request: z.object({ user: username, key: keyText }),
    names: { user: 'user', key: 'license' },
    answer: z.object({}),
    message: 'Upgraded successfully',
    failures: [...spent, defaultTexts['user-unknown']],
    scope: 'sell',
    changes: ['user', 'key'],
    masked: ['key'],
  },
  ban: {
    summary:
      'Bans a license, used or not, and takes back what is left of what it gave. With `userToo=1` also bans the user who used it, as `banuser` does, `address` included; that ban ends with the one of the license. Banned again, license and user have the new reason, and one `unban` still lifts it; of a user with several bans the newest reason is told, and they are free when none is left. The message is `Successfully banned license!`, and says so where what a used license gave is not known.',
    request: z.object({
      key: keyText,
      reason: freeText(99).default(''),
      userToo: flag.default(0),
      address: flag.optional(),
    }),
    names: { key: 'license' },
    answer: z.object({ takenBack }),
    message: null,
    failures: ['Failed to ban license!'],
    scope: 'sell',
    changes: ['key', 'reason', 'userToo', 'address'],
    masked: ['key'],
  },
  refund: {
    summary:
      'Bans a license that was paid back, or with `order` all licenses of that order, and takes back what is left of what they gave; their users stay. Again: nothing more happens. The message is `Successfully refunded license!` or `Successfully refunded order!`, and says so where what a used license gave is not known.',
    request: z.object({
      key: keyText.optional(),
      order: orderText.optional(),
      reason: freeText(99).default('Refunded'),
    }),
    names: { key: 'license' },
    answer: z.object({ takenBack }),
    message: null,
    failures: ['Key Not Found', 'There are no licenses of this order', 'Give a key or an order!'],
    scope: 'sell',
    changes: ['key', 'order', 'reason'],
    masked: ['key'],
    own: true,
  },
  unban: {
    summary:
      'Lifts the ban of a license: it is used again if it ever was, else unused. What its ban or refund took back is given again, as much as it was. The ban of its user that came with it ends, too; who is banned for something else as well stays so.',
    request: z.object({ key: keyText }),
    names: { key: 'license' },
    answer: z.object({ givenBack: takenBack }),
    message: 'Successfully unbanned license!',
    failures: ['Failed to unban license!'],
    scope: 'all',
    changes: ['key'],
    masked: ['key'],
  },
  del: {
    summary:
      'Removes a license and its tokens, and takes back what is left of what it gave. With `userToo=1` also removes the user who used it. The message is `Successfully deleted license!`, and says so where what a used license gave is not known.',
    request: z.object({ key: keyText, userToo: flag.default(0) }),
    names: { key: 'license' },
    answer: z.object({ takenBack }),
    message: null,
    failures: ['Failed to delete license!'],
    scope: 'all',
    changes: ['key', 'userToo'],
    masked: ['key'],
  },
  delmultiple: {
    summary:
      'As `del` for up to 500 licenses, parted by commas. It fails only where none of them exists.',
    request: z.object({ key: keyList, userToo: flag.default(0) }),
    names: { key: 'license' },
    answer: z.object({ deleted: z.number(), takenBack }),
    message: null,
    failures: ['Failed to delete license!'],
    scope: 'all',
    changes: ['key', 'userToo'],
    masked: ['key'],
  },
  delunused: {
    summary: 'Removes all unused licenses.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Deleted All Unused Keys!',
    failures: ["Didn't find any unused keys!"],
    scope: 'all',
    changes: [],
  },
  delused: {
    summary: 'Removes all used licenses. What users have from them stays theirs.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Deleted All Used Keys!',
    failures: ["Didn't find any used keys!"],
    scope: 'all',
    changes: [],
  },
  delalllicenses: {
    summary: 'Removes all licenses. What users have from them stays theirs.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Deleted All Keys!',
    failures: ["Didn't find any keys!"],
    scope: 'all',
    changes: [],
  },
  verify: {
    summary: 'Whether there is such a license, in whatever state.',
    request: z.object({ key: keyText }),
    names: { key: 'license' },
    answer: z.object({}),
    message: 'Key Successfully Verified',
    failures: ['Key Not Found'],
    scope: 'look-up',
    changes: null,
  },
  getkey: {
    summary: 'The license that a user used last.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({ key: z.string() }),
    message: null,
    failures: ['License not found'],
    scope: 'read',
    changes: null,
  },
  info: {
    summary: 'What is known of a license; empty texts where it was not used.',
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
      usedon: z.string(),
      creationdate: z.string(),
      /** Empty: it was made for none. */
      order: z.string(),
    }),
    message: 'Key Successfully Retrieved',
    failures: ['Key Not Found'],
    scope: 'look-up',
    changes: null,
  },
  fetchallkeys: {
    summary: 'All licenses, newest first. As text: the bare keys, one per line.',
    request: z.object(pageRequest),
    answer: z.object({ keys: z.array(licenseRow), ...pageAnswer }),
    message: 'Successfully Retrieved Licenses',
    failures: [],
    scope: 'read',
    changes: null,
  },
} as const satisfies SellerGroup;

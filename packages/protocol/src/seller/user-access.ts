// What users may do and from which devices, in the seller API (contract 7.3).
import { z } from 'zod';
import { hwid, username } from '../primitives.ts';
import { flag, freeText, wholeNumber, type SellerGroup } from '../seller-spec.ts';

const unknown = 'User not found!';
/** Of the year 9999, unix seconds. */
const lastMoment = 253_402_300_799;
/** Seconds above it are a moment, up to it a duration: 31 years. */
export const longestCooldown = 1_000_000_000;

/** What a ban did with the address; `shared`: all users seem to have it. */
const bannedAddress = z.enum(['blacklisted', 'not-asked', 'not-known', 'shared']);
export type BannedAddressAnswer = z.infer<typeof bannedAddress>;

export const userAccessApi = {
  banuser: {
    summary:
      'Bans a user: their sessions end, their devices are blacklisted, their tokens banned. With `address=1` also their last IP; without `address` the setting `banaddress` decides. Never an address that all users seem to have: that is a proxy. The message is `Successfully banned user!`, and says so where an address was to be blacklisted and was not.',
    request: z.object({
      user: username,
      reason: freeText(99).default(''),
      address: flag.optional(),
    }),
    names: { user: 'user' },
    answer: z.object({ address: bannedAddress }),
    message: null,
    failures: [unknown],
    scope: 'support',
    changes: ['user', 'reason', 'address'],
  },
  unbanuser: {
    summary:
      'Lifts all bans of a user with what they blacklisted, also those that came with the bans of licenses.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({}),
    message: 'Successfully unbanned user!',
    failures: [unknown],
    scope: 'support',
    changes: ['user'],
  },
  pauseuser: {
    summary:
      'Pauses all running subscriptions of a user, whose remaining time is kept, and ends their sessions. Again: nothing more happens.',
    request: z.object({ username }),
    names: { username: 'user' },
    answer: z.object({}),
    message: 'Successfully paused user!',
    failures: ['Failed to pause user!'],
    scope: 'support',
    changes: ['username'],
  },
  unpauseuser: {
    summary:
      'Resumes all paused subscriptions of a user with exactly the time that was left; while the application is paused they resume with it.',
    request: z.object({ username }),
    names: { username: 'user' },
    answer: z.object({}),
    message: 'Successfully unpaused user!',
    failures: ['Failed to unpause user!'],
    scope: 'support',
    changes: ['username'],
  },
  resetuser: {
    summary: 'Removes all devices of a user; the next one that signs in is bound.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({}),
    message: 'Successfully reset user!',
    failures: [unknown],
    scope: 'support',
    changes: ['user'],
  },
  resetalluser: {
    summary: 'Removes the devices of all users.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Successfully reset all users!',
    failures: ['You have no users!'],
    scope: 'all',
    changes: [],
  },
  addhwiduser: {
    summary: 'Adds a device to a user; one that is there already stays.',
    request: z.object({ user: username, hwid: hwid.min(1) }),
    names: { user: 'user' },
    answer: z.object({}),
    message: 'Added HWID',
    failures: [unknown],
    scope: 'all',
    changes: ['user'],
  },
  setcooldown: {
    summary:
      'Sets when a user may reset their device again: in how many seconds from now, or, above 1000000000, at which moment (unix seconds).',
    request: z.object({ user: username, cooldown: wholeNumber(0, lastMoment) }),
    names: { user: 'user' },
    answer: z.object({}),
    message: 'Cooldown set successfully!',
    failures: [unknown],
    scope: 'all',
    changes: ['user', 'cooldown'],
  },
} as const satisfies SellerGroup;

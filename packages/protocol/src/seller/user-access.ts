// Seller API: bans, pauses and computers of users (docs/protocol.md#seller-operations).
import { z } from 'zod';
import { hwid, username } from '../primitives.ts';
import { flag, reasonText, wholeNumber, type SellerGroup } from '../seller-spec.ts';
import { maxUnixSeconds } from '../units.ts';
import { dryRunAnswer, dryRunRequest } from './dry-run.ts';

const notFound = 'User not found!';
/** A `cooldown` up to this number is a duration in seconds. Larger values are unix seconds. */
export const maxCooldownSeconds = 1_000_000_000;

/** Effect of a ban on the IP. A `shared` IP stays allowed, because all users seem to have it. */
const addressOutcome = z.enum(['blacklisted', 'not-asked', 'not-known', 'shared']);
export type AddressOutcome = z.infer<typeof addressOutcome>;

export const userAccessApi = {
  banuser: {
    summary:
      'Bans a user, ends their sessions, blacklists their computers and bans their tokens. `address=1` also blacklists their last IP. Without `address`, the setting `banaddress` decides. An IP that all users seem to share is never blacklisted. The message is `Successfully banned user!`, with a note if the IP was not blacklisted as requested.',
    request: z.object({
      user: username,
      reason: reasonText.default(''),
      address: flag.optional(),
      ...dryRunRequest,
    }),
    names: { user: 'user' },
    answer: z.object({ address: addressOutcome, ...dryRunAnswer }),
    message: null,
    failures: { 'user-unknown': notFound },
    scope: 'support',
    changes: ['user', 'reason', 'address'],
  },
  unbanuser: {
    summary:
      'Lifts all bans of a user, including those that came with bans of licenses. Also removes the blacklist entries of these bans.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({}),
    message: 'Successfully unbanned user!',
    failures: { 'user-unknown': notFound },
    scope: 'support',
    changes: ['user'],
  },
  pauseuser: {
    summary:
      'Pauses all running subscriptions of a user and ends their sessions. The user keeps the remaining time. Repeating it changes nothing.',
    request: z.object({ username }),
    names: { username: 'user' },
    answer: z.object({}),
    message: 'Successfully paused user!',
    failures: { 'user-unknown': 'Failed to pause user!' },
    scope: 'support',
    changes: ['username'],
  },
  unpauseuser: {
    summary:
      'Resumes all paused subscriptions of a user with exactly the remaining time. If the application is paused, they resume with it.',
    request: z.object({ username }),
    names: { username: 'user' },
    answer: z.object({}),
    message: 'Successfully unpaused user!',
    failures: { 'user-unknown': 'Failed to unpause user!' },
    scope: 'support',
    changes: ['username'],
  },
  resetuser: {
    summary: 'Removes all computers of a user. The next one that signs in is bound.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({}),
    message: 'Successfully reset user!',
    failures: { 'user-unknown': notFound },
    scope: 'support',
    changes: ['user'],
  },
  resetalluser: {
    summary: 'Removes the computers of all users.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Successfully reset all users!',
    failures: { 'no-users': 'You have no users!' },
    scope: 'all',
    changes: [],
  },
  addhwiduser: {
    summary: 'Adds a computer to a user. One that is already bound stays unchanged.',
    request: z.object({ user: username, hwid: hwid.min(1) }),
    names: { user: 'user' },
    answer: z.object({}),
    message: 'Added HWID',
    failures: { 'user-unknown': notFound },
    scope: 'all',
    changes: ['user'],
  },
  setcooldown: {
    summary:
      'Sets when a user may reset their computer again. `cooldown` is the number of seconds from now, or, above 1 000 000 000, a moment in unix seconds.',
    request: z.object({ user: username, cooldown: wholeNumber(0, maxUnixSeconds) }),
    names: { user: 'user' },
    answer: z.object({}),
    message: 'Cooldown set successfully!',
    failures: { 'user-unknown': notFound },
    scope: 'all',
    changes: ['user', 'cooldown'],
  },
} as const satisfies SellerGroup;

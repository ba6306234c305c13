// Seller API: exports and erases the data of one person (docs/helping.md#the-data-of-one-person).
import { z } from 'zod';
import { username } from '../primitives.ts';
import type { SellerGroup } from '../seller-spec.ts';

const rows = z.array(z.record(z.string(), z.unknown()));

/** Everything that names the person, by kind. Times are unix seconds. */
const person = z.object({
  account: rows,
  subscriptions: rows,
  /** Where the time of the subscriptions comes from. */
  grants: rows,
  licenses: rows,
  /** Orders of connected shops that created these licenses. */
  orders: rows,
  computers: rows,
  /** Networks of recent sign-ins. */
  addresses: rows,
  sessions: rows,
  history: rows,
  variables: rows,
  /** Log lines of programs, and messages in chats. */
  logs: rows,
  messages: rows,
  bans: rows,
  /** Computers and addresses that the bans of the person blacklisted. */
  blacklist: rows,
  /** Events about the person that wait for a webhook or were sent to it. */
  events: rows,
});
export type PersonSection = keyof z.output<typeof person>;

export const personDataApi = {
  exportuser: {
    summary:
      'Returns all data about one person: account, subscriptions, orders, computers, addresses, sessions, history, variables, log lines, messages, bans, blacklisted computers and events. Of an e-mail the service has only a hash. Passwords and two-factor secrets are left out.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({ person }),
    message: 'Successfully exported user',
    failures: { 'user-unknown': 'User not found!' },
    scope: 'all',
    changes: ['user'],
    isLookUp: true,
    isExtension: true,
  },
  eraseuser: {
    summary:
      'Deletes a user as `deluser` does, and also their log lines, messages and events, and the e-mail in the orders of connected shops behind their keys. The audit log and the blacklist stay, and licenses that they redeemed stay used.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({
      erased: z.object({
        history: z.number(),
        logs: z.number(),
        messages: z.number(),
        events: z.number(),
        /** Orders whose e-mail was erased. */
        orders: z.number(),
      }),
    }),
    message: 'Successfully erased user!',
    failures: { 'user-unknown': 'User not found!' },
    scope: 'all',
    changes: ['user'],
    masked: ['user'],
    isExtension: true,
  },
} as const satisfies SellerGroup;

// Blacklists and whitelists in the seller API (contract 7.3). A whitelisted address is exempt from blacklisted addresses and
// from the general request limit.
import { z } from 'zod';
import { hwid } from '../primitives.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { freeText, type SellerGroup } from '../seller-spec.ts';

const invalidAddress = 'Invalid IP address!';
/** Blacklisting it would shut everybody out. */
const sharedAddress =
  'All users seem to have this address: name your proxy with --trust-proxy first';
const address = freeText(100);

const blacklisted = z.object({
  hwid: z.string().nullable(),
  ip: z.string().nullable(),
  type: z.enum(['ip', 'hwid']),
  /** The address or the device id. */
  data: z.string(),
  /** Of the ban that it came with; empty where it came with none. */
  reason: z.string(),
});

export const accessListsApi = {
  black: {
    summary:
      'Blacklists an IP, a device or both; what is blacklisted already stays so. Not an IP that all users seem to have: that is a proxy.',
    request: z.object({ ip: address.optional(), hwid: hwid.optional() }),
    answer: z.object({}),
    message: 'Blacklist Addition Successful',
    failures: [invalidAddress, 'Neither ip nor hwid was given!', sharedAddress],
    scope: 'all',
    changes: ['ip', 'hwid'],
  },
  delblack: {
    summary: 'Removes an IP (`blacktype=ip`) or a device (`hwid`) from the blacklist.',
    request: z.object({ data: freeText(512), blacktype: freeText(20) }),
    answer: z.object({}),
    message: 'Successfully deleted blacklist!',
    failures: ['Invalid blacklist type!', 'Failed to delete blacklist!'],
    scope: 'all',
    changes: ['data', 'blacktype'],
  },
  delblacks: {
    summary: 'Empties the blacklist, also of what bans put there.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Successfully deleted all blacklists!',
    failures: ['Failed to delete all blacklists!'],
    scope: 'all',
    changes: [],
  },
  fetchallblacks: {
    summary: 'The blacklist, oldest first.',
    request: z.object(pageRequest),
    answer: z.object({ blacklists: z.array(blacklisted), ...pageAnswer }),
    message: 'Successfully retrieved blacklists',
    failures: [],
    scope: 'read',
    changes: null,
  },
  addWhite: {
    summary: 'Whitelists an IP; one that is whitelisted already stays so.',
    request: z.object({ ip: address }),
    answer: z.object({}),
    message: 'Successfully added whitelist!',
    failures: [invalidAddress],
    scope: 'all',
    changes: ['ip'],
  },
  delWhite: {
    summary: 'Removes an IP from the whitelist.',
    request: z.object({ ip: address }),
    answer: z.object({}),
    message: 'Successfully deleted whitelist!',
    failures: [invalidAddress, 'Failed to delete whitelist!'],
    scope: 'all',
    changes: ['ip'],
  },
  delallwhites: {
    summary: 'Empties the whitelist.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Successfully deleted all whitelists!',
    failures: ['Failed to delete all whitelists!'],
    scope: 'all',
    changes: [],
  },
  fetchallwhites: {
    summary: 'The whitelist, oldest first.',
    request: z.object(pageRequest),
    answer: z.object({ whitelists: z.array(z.object({ ip: z.string() })), ...pageAnswer }),
    message: 'Successfully retrieved whitelists',
    failures: [],
    scope: 'read',
    changes: null,
    own: true,
  },
} as const satisfies SellerGroup;

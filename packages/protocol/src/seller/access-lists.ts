// Seller API: blacklist and whitelist (docs/protocol.md#seller-operations). A whitelisted IP is
// exempt from blacklisted IPs and from the general rate limit.
import { z } from 'zod';
import { hwid } from '../primitives.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { freeText, type SellerGroup } from '../seller-spec.ts';

const invalidAddress = 'Invalid IP address!';
/** An IP that all users share is probably a proxy. Blacklisting it would lock all users out. */
const sharedAddress = 'All users seem to share this IP. Name your proxy with --trust-proxy first.';
const address = freeText(100);

const blacklisted = z.object({
  hwid: z.string().nullable(),
  ip: z.string().nullable(),
  type: z.enum(['ip', 'hwid']),
  /** The IP or the device id. */
  data: z.string(),
  /** Reason of the ban that created the entry. Empty if no ban created it. */
  reason: z.string(),
});

export const accessListsApi = {
  black: {
    summary:
      'Blacklists an IP, a computer (`hwid`) or both. Entries that exist stay unchanged. An IP that all users seem to share is refused, because it is probably a proxy.',
    request: z.object({ ip: address.optional(), hwid: hwid.optional() }),
    answer: z.object({}),
    message: 'Blacklist Addition Successful',
    failures: {
      'ip-invalid': invalidAddress,
      'ip-or-device': 'Send ip, hwid or both.',
      'ip-shared': sharedAddress,
    },
    scope: 'all',
    changes: ['ip', 'hwid'],
  },
  delblack: {
    summary: 'Removes an IP (`blacktype=ip`) or a computer (`blacktype=hwid`) from the blacklist.',
    request: z.object({ data: freeText(512), blacktype: freeText(20) }),
    answer: z.object({}),
    message: 'Successfully deleted blacklist!',
    failures: {
      'list-type-invalid': 'Invalid blacklist type!',
      'entry-unknown': 'Failed to delete blacklist!',
    },
    scope: 'all',
    changes: ['data', 'blacktype'],
  },
  delblacks: {
    summary: 'Empties the blacklist, including the entries that bans made.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Successfully deleted all blacklists!',
    failures: { 'no-entries': 'Failed to delete all blacklists!' },
    scope: 'all',
    changes: [],
  },
  fetchallblacks: {
    summary: 'Returns the blacklist, oldest first.',
    request: z.object(pageRequest),
    answer: z.object({ blacklists: z.array(blacklisted), ...pageAnswer }),
    message: 'Successfully retrieved blacklists',
    failures: {},
    scope: 'read',
    changes: null,
  },
  addWhite: {
    summary: 'Whitelists an IP. An entry that exists stays unchanged.',
    request: z.object({ ip: address }),
    answer: z.object({}),
    message: 'Successfully added whitelist!',
    failures: { 'ip-invalid': invalidAddress },
    scope: 'all',
    changes: ['ip'],
  },
  delWhite: {
    summary: 'Removes an IP from the whitelist.',
    request: z.object({ ip: address }),
    answer: z.object({}),
    message: 'Successfully deleted whitelist!',
    failures: { 'ip-invalid': invalidAddress, 'entry-unknown': 'Failed to delete whitelist!' },
    scope: 'all',
    changes: ['ip'],
  },
  delallwhites: {
    summary: 'Empties the whitelist.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Successfully deleted all whitelists!',
    failures: { 'no-entries': 'Failed to delete all whitelists!' },
    scope: 'all',
    changes: [],
  },
  fetchallwhites: {
    summary: 'Returns the whitelist, oldest first.',
    request: z.object(pageRequest),
    answer: z.object({ whitelists: z.array(z.object({ ip: z.string() })), ...pageAnswer }),
    message: 'Successfully retrieved whitelists',
    failures: {},
    scope: 'read',
    changes: null,
    isExtension: true,
  },
} as const satisfies SellerGroup;

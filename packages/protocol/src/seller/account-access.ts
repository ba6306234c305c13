// Seller API: what people may do for a seller, and how they get access (docs/desk.md#roles). The
// public API has none of these operations.
import { z } from 'zod';
import { username } from '../primitives.ts';
import { readScopes, sellerScopes } from '../seller-scopes.ts';
import { freeText, reasonText, type SellerGroup } from '../seller-spec.ts';

const notFound = 'Account not found!';

/** Scopes joined by commas. */
export const scopeList = z
  .string()
  .max(100)
  .refine((text) =>
    text
      .split(',')
      .map((word) => word.trim())
      .every((word) => word === '' || sellerScopes.some((scope) => scope === word)),
  )
  .transform((text) => readScopes(text).join(','));

/** Levels joined by commas or `|`. Parses to levels joined by `|`. */
export const levelList = freeText(200).transform((text) =>
  text
    .split(/[|,\s]+/)
    .filter((level) => level !== '')
    .join('|'),
);

export const accountAccessApi = {
  editaccount: {
    summary:
      'Changes the scopes of a manager, or the levels of a reseller. It applies to keys and sessions that exist.',
    request: z.object({
      user: username,
      scopes: scopeList.optional(),
      keylevels: levelList.optional(),
    }),
    mayBeEmpty: ['scopes', 'keylevels'],
    names: { user: 'account' },
    answer: z.object({}),
    message: 'Successfully edited account!',
    failures: {
      'account-unknown': notFound,
      'scopes-of-managers': 'Only managers have scopes',
      'levels-of-resellers': 'Only resellers have levels',
    },
    scope: 'all',
    changes: ['user', 'scopes', 'keylevels'],
    isExtension: true,
  },
  inviteaccount: {
    summary:
      'Creates an invitation, with which the person chooses a password. It works once, within 24 hours, and replaces an earlier invitation. For a person who has a password already, it resets password and second factor, if the person has no account in another application.',
    request: z.object({ user: username }),
    names: { user: 'account' },
    answer: z.object({
      /** Shown only once. */
      token: z.string(),
      /** Time in unix seconds. */
      expires: z.string(),
    }),
    message: 'Successfully created invitation!',
    failures: {
      'account-unknown': notFound,
      'account-banned': 'This account is banned',
      'account-of-several-applications':
        'This person has accounts in other applications. Only "latchkey accounts reset" resets their password',
    },
    scope: 'all',
    changes: ['user'],
    secrets: ['token'],
    isExtension: true,
  },
  newaccountkey: {
    summary:
      'Creates the personal seller key of an account, and ends the earlier one. The key has what the account has at each request: the scopes of a manager, or the balance and customers of a reseller.',
    request: z.object({ user: username }),
    names: { user: 'account' },
    answer: z.object({
      /** Shown only once. */
      sellerkey: z.string(),
    }),
    message: 'Successfully created seller key!',
    failures: { 'account-unknown': notFound, 'account-banned': 'This account is banned' },
    scope: 'all',
    changes: ['user'],
    secrets: ['sellerkey'],
    isExtension: true,
  },
  endaccountkey: {
    summary: 'Ends the personal seller key of an account.',
    request: z.object({ user: username }),
    names: { user: 'account' },
    answer: z.object({}),
    message: 'Successfully ended seller key!',
    failures: {
      'account-unknown': notFound,
      'account-without-key': 'This account has no seller key',
    },
    scope: 'all',
    changes: ['user'],
    isExtension: true,
  },
  banaccount: {
    summary:
      'Bans an account: its seller key and its invitation end, and the person can no longer act through it. Keys that it made still work, and customers keep their time.',
    request: z.object({ user: username, reason: reasonText.default('') }),
    names: { user: 'account' },
    answer: z.object({}),
    message: 'Successfully banned account!',
    failures: { 'account-unknown': notFound },
    scope: 'all',
    changes: ['user', 'reason'],
    isExtension: true,
  },
  unbanaccount: {
    summary: 'Lifts the ban of an account. It needs a new seller key.',
    request: z.object({ user: username }),
    names: { user: 'account' },
    answer: z.object({}),
    message: 'Successfully unbanned account!',
    failures: { 'account-unknown': notFound },
    scope: 'all',
    changes: ['user'],
    isExtension: true,
  },
} as const satisfies SellerGroup;

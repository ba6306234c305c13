// Webhooks in the seller API (contract 7.3): addresses that clients may have called, and targets of events.
import { z } from 'zod';
import { shortText } from '../primitives.ts';
import { dropped, pageAnswer, pageRequest } from '../seller-page.ts';
import { freeText, type SellerGroup } from '../seller-spec.ts';

/** What happens and can be told to the seller's own programs. */
export const eventNames = [
  'login',
  'login-failed',
  'register',
  'redeem',
  'redeem-failed',
  'ban',
  'log',
] as const;
export type EventName = (typeof eventNames)[number];

/** Why a URL of a seller is not taken. */
export const urlProblems = [
  'URL is invalid',
  'URL is invalid: it must not contain a user name or password.',
  'URL is invalid: it must begin with https://.',
  'URL is invalid: only the ports 443 and 8443 are possible.',
  'URL is invalid: it must lead to a public address.',
] as const;
export type UrlProblem = (typeof urlProblems)[number];

/** Sent as it is in a header. */
const userAgent = z.string().regex(/^[ -~]{1,100}$/);

const webhook = z.object({
  webid: z.string(),
  short_baselink: z.string(),
  useragent: z.string(),
  authed: z.number(),
  events: z.string(),
});

const delivery = z.object({
  id: z.string(),
  /** null: of the setting `webhook`. */
  webid: z.string().nullable(),
  event: z.string(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.number(),
  created: z.string(),
  /** When it is tried again; null where it is not. */
  next: z.string().nullable(),
  laststatus: z.number().nullable(),
  lasterror: z.string().nullable(),
});

const masked = '/****';

/** Of an address that is told to whoever asks: many are secrets but for their host. */
export function maskedAddress(url: string): string {
  if (url === '') return '';
  if (!URL.canParse(url)) return masked;
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}${masked}`;
}

export function isMaskedAddress(text: string): boolean {
  return text.endsWith(masked);
}

export const webhooksApi = {
  addwebhook: {
    summary:
      'Adds a webhook that clients can call; with `events`, one that is told of events instead.',
    request: z.object({
      baseurl: z.string().max(8000),
      ua: userAgent.optional(),
      authed: freeText(10).optional(),
      /** Ours: names joined by commas. */
      events: freeText(200).optional(),
    }),
    /** `secret`: what deliveries are signed with; told this once. */
    answer: z.object({ webid: z.string(), secret: z.string().optional() }),
    message: 'Successfully added webhook!',
    failures: [
      ...urlProblems,
      'URL is invalid: it must not contain "#".',
      "Authed paramater must be 1 if you want to require login first, or 0 if you don't want to.",
      'Events must be names of events, joined by commas.',
      'Failed to add webhook!',
    ],
    scope: 'all',
    // Not the URL: those of many services are secrets.
    changes: ['authed', 'events'],
  },
  delwebhook: {
    summary: 'Removes a webhook.',
    request: z.object({ webid: shortText }),
    answer: z.object({}),
    message: 'Successfully deleted webhook!',
    failures: ['Failed to delete webhook!'],
    scope: 'all',
    changes: ['webid'],
  },
  delallwebhooks: {
    summary: 'Removes all webhooks.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Successfully deleted all webhooks!',
    failures: ['Failed to delete all webhooks!'],
    scope: 'all',
    changes: [],
  },
  fetchallwebhooks: {
    summary: 'All webhooks; of their URLs only the host.',
    request: z.object(pageRequest),
    answer: z.object({ webhooks: z.array(webhook), ...pageAnswer }),
    message: 'Successfully retrieved webhooks',
    failures: [],
    scope: 'read',
    changes: null,
  },
  fetchdeliveries: {
    summary:
      'What was told of events, newest first: 100 unless more are asked for, kept for 30 days. `dropped` counts events that were not told, because 1000 for that webhook were waiting; it is forgotten 30 days after the last.',
    request: z.object({ webid: shortText.optional(), ...pageRequest }),
    answer: z.object({
      deliveries: z.array(delivery),
      dropped: dropped.optional(),
      ...pageAnswer,
    }),
    message: 'Successfully retrieved deliveries',
    failures: [],
    scope: 'read',
    changes: null,
    own: true,
  },
} as const satisfies SellerGroup;

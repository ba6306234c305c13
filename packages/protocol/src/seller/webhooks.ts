// Seller API: operations on webhooks (docs/protocol.md#seller-operations). The service calls a
// webhook for a client, or to deliver events.
import { z } from 'zod';
import { shortText } from '../primitives.ts';
import { webhookShapes } from './event-names.ts';
import { dropped, pageAnswer, pageRequest } from '../seller-page.ts';
import { freeText, type SellerGroup } from '../seller-spec.ts';

/** Failures of operations that take a URL. */
export const urlFailures = {
  'url-invalid': 'URL is invalid',
  'url-with-password': 'URL is invalid: it must not contain a user name or password.',
  'url-not-https': 'URL is invalid: it must begin with https://.',
  'url-port-not-allowed': 'URL is invalid: only the ports 443 and 8443 are allowed.',
  'url-not-public': 'URL is invalid: it must point to a public IP.',
} as const;
export type UrlFailure = keyof typeof urlFailures;

/** Printable ASCII only, because the service sends the text unchanged in a header. */
const userAgent = z.string().regex(/^[ -~]{1,100}$/);

const webhook = z.object({
  webid: z.string(),
  short_baselink: z.string(),
  useragent: z.string(),
  authed: z.number(),
  events: z.string(),
  shape: z.enum(webhookShapes),
});

const delivery = z.object({
  id: z.string(),
  /** null for a delivery to the URL of the setting `webhook`. */
  webid: z.string().nullable(),
  event: z.string(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.number(),
  created: z.string(),
  /** Time of the next try, or null if no try follows. */
  next: z.string().nullable(),
  laststatus: z.number().nullable(),
  lasterror: z.string().nullable(),
});

const masked = '/****';

/** Returns the URL with everything after the host masked, because the rest is often a secret. */
export function maskUrl(url: string): string {
  if (url === '') return '';
  if (!URL.canParse(url)) return masked;
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}${masked}`;
}

export function isMaskedUrl(text: string): boolean {
  return text.endsWith(masked);
}

export const webhooksApi = {
  addwebhook: {
    summary:
      'Creates a webhook that clients can call. With `events`, it receives these events instead: as JSON, or with another `shape` as a message in the form of that chat program.',
    request: z.object({
      baseurl: z.string().max(8000),
      ua: userAgent.optional(),
      authed: freeText(10).optional(),
      /** Not in the public API. Names of events, separated by commas. */
      events: freeText(200).optional(),
      shape: z.enum(webhookShapes).default('json'),
    }),
    /** `secret` signs the deliveries of events. Only this answer contains it. */
    answer: z.object({ webid: z.string(), secret: z.string().optional() }),
    message: 'Successfully added webhook!',
    failures: {
      ...urlFailures,
      'url-with-fragment': 'URL is invalid: it must not contain "#".',
      'authed-invalid':
        "Authed paramater must be 1 if you want to require login first, or 0 if you don't want to.",
      'events-invalid':
        'Events are not valid. Allowed are login, login-failed, register, redeem, redeem-failed, ban, sale, refund, dispute, extend, expiry and log, separated by commas.',
      'too-many-webhooks': 'Failed to add webhook!',
    },
    scope: 'all',
    // The URL is not logged, because webhook URLs are often secrets.
    changes: ['authed', 'events', 'shape'],
    secrets: ['secret'],
  },
  delwebhook: {
    summary: 'Deletes a webhook.',
    request: z.object({ webid: shortText }),
    answer: z.object({}),
    message: 'Successfully deleted webhook!',
    failures: { 'webhook-unknown': 'Failed to delete webhook!' },
    scope: 'all',
    changes: ['webid'],
  },
  delallwebhooks: {
    summary: 'Deletes all webhooks.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Successfully deleted all webhooks!',
    failures: { 'no-webhooks': 'Failed to delete all webhooks!' },
    scope: 'all',
    changes: [],
  },
  fetchallwebhooks: {
    summary: 'Returns all webhooks. Their URLs show only the host.',
    request: z.object(pageRequest),
    answer: z.object({ webhooks: z.array(webhook), ...pageAnswer }),
    message: 'Successfully retrieved webhooks',
    failures: {},
    scope: 'read',
    changes: null,
  },
  fetchdeliveries: {
    summary:
      'Returns the deliveries of events from the last 30 days, newest first. The default `limit` is 100. `dropped` counts events that were not sent because 1000 deliveries were pending for that webhook. The count resets 30 days after the last dropped event.',
    request: z.object({ webid: shortText.optional(), ...pageRequest }),
    answer: z.object({
      deliveries: z.array(delivery),
      dropped: dropped.optional(),
      ...pageAnswer,
    }),
    message: 'Successfully retrieved deliveries',
    failures: {},
    scope: 'read',
    changes: null,
    isExtension: true,
  },
  testwebhook: {
    summary: 'Queues a delivery of the event `test` to a webhook that receives events.',
    request: z.object({ webid: shortText }),
    answer: z.object({}),
    message: 'Successfully queued test!',
    failures: {
      'webhook-unknown': 'Webhook not found!',
      'webhook-without-events': 'This webhook receives no events!',
      'webhook-queue-full': 'The queue of this webhook is full!',
    },
    scope: 'all',
    changes: ['webid'],
    isExtension: true,
  },
  resenddelivery: {
    summary:
      'Queues a delivered or failed delivery again: with the same id and body, a new signature, and all attempts. Its `created` becomes the current time. Not within a minute after it was queued, so that a repeated request has one effect.',
    request: z.object({ id: shortText }),
    answer: z.object({}),
    message: 'Successfully queued delivery!',
    failures: {
      'delivery-unknown': 'Delivery not found!',
      'delivery-queued': 'Delivery is already queued!',
      'delivery-just-queued': 'Delivery was queued less than a minute ago!',
      'webhook-deleted': 'The webhook of this delivery was deleted!',
      'webhook-queue-full': 'The queue of this webhook is full!',
    },
    scope: 'all',
    changes: ['id'],
    isExtension: true,
  },
} as const satisfies SellerGroup;

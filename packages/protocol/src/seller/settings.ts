// Settings of the application in the seller API (contract 7.3). Nothing of a request is taken where one setting in it is bad.
import { z } from 'zod';
import { maxNameLength } from '../limits.ts';
import { textSettings } from '../all-reasons.ts';
import { badVersions } from '../versions.ts';
import { flag, freeText, wholeNumber, type SellerGroup } from '../seller-spec.ts';
import { olderSettings, olderTexts } from './older-settings.ts';
import { urlProblems } from './webhooks.ts';

/** SECURITY: programs open it; https, and no user name or password in it. */
const link = z
  .string()
  .max(2000)
  .refine((text) => text === '' || isHttps(text));

function isHttps(text: string): boolean {
  if (!/^https:\/\/[!-~]+$/.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

const products = [
  'sellixdayproduct',
  'sellixweekproduct',
  'sellixmonthproduct',
  'sellixlifetimeproduct',
] as const;
const moreProducts = [
  'sellixsecret',
  'dayresellerproductid',
  'weekresellerproductid',
  'monthresellerproductid',
  'liferesellerproductid',
] as const;
/** Kept for tools of sellers; the service does nothing with them. */
export const extraSettings = [
  'webdownload',
  'resellerstore',
  ...products,
  ...moreProducts,
] as const;

/** Of shops; never told again. */
export const secretSettings = ['sellixsecret'] as const;

/** What is shown in the place of a secret. Given back, it means that nothing changes. */
export const shownSecret = '****';

/** Setting -> what it is kept by: `expiredmsg` is a second text of one reason. */
export const ownTextSettings = { ...textSettings, expiredmsg: 'expired' } as const;
export type TextSetting = keyof typeof ownTextSettings;

const textNames = Object.keys(ownTextSettings) as TextSetting[]; // the keys of a constant

/** Of every text. Empty: the default again. `{reason}` stands for the reason of a ban. */
const ownText = freeText(100).optional();
const texts = each(textNames, ownText);
const shownTexts = each(textNames, z.string());

function each<Name extends string, Value>(names: readonly Name[], value: Value) {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>; // made from exactly these names
}

/** It was shown so, and of another webhook than the one that is set. */
export const maskedWebhook = 'The webhook is masked: give its whole address.';
export const maskedSecret = 'The secret is masked: give the whole of it.';

const changeable = {
  /** 0: the application stops at once, and all its sessions end. */
  enabled: flag.optional(),
  'hwid-lock': flag.optional(),
  /** Those that may sign in, separated by commas, each with the last day on which it may: `1.0@2027-01-31,1.1`. */
  version: freeText(1300, 1).optional(),
  download: link.optional(),
  webdownload: link.optional(),
  /** Where every `log` is sent; empty: nowhere. As `getsettings` shows it, masked: as it is. */
  webhook: z.string().max(8000).optional(),
  resellerstore: link.optional(),
  ...texts,
  ...each([...products, ...moreProducts], freeText(100).optional()),
  /** Seconds between two device resets of a user; 10 years at most. */
  cooldown: wholeNumber(0, 315_360_000).optional(),
  // Ours from here on.
  /** Seconds that a sign-in lasts, for those that follow; a minute to 30 days. */
  sessionexpiry: wholeNumber(60, 2_592_000).optional(),
  /** 1: bans blacklist the address of the user, too, where they do not say. */
  banaddress: flag.optional(),
  forcehwid: flag.optional(),
  /** Characters. */
  minhwid: wholeNumber(1, 512).optional(),
  hashcheck: flag.optional(),
  tokensystem: flag.optional(),
  minusernamelength: wholeNumber(1, maxNameLength).optional(),
  /** The HTTP status of failures: `spec`, as documented, or `200` for clients that take nothing else. */
  failurestatus: z.enum(['spec', '200']).optional(),
  /** 1: `add` takes masks that leave less than 80 bits to chance, with a warning. */
  weakkeys: flag.optional(),
  /** Days that lines of programs and rows of the audit log are kept; 0: for ever. */
  logdays: wholeNumber(0, 36_500).optional(),
  auditdays: wholeNumber(0, 36_500).optional(),
  /** The only address that may use the seller key; empty: any. */
  selleraddress: z.string().max(100).optional(),
};

const functions = {
  enabled: z.boolean(),
  'hwid-lock': z.boolean(),
  version: z.string(),
  download: z.string(),
  webdownload: z.string(),
  webhook: z.string(),
  resellerstore: z.string(),
  ...each(products, z.string()),
  cooldown: z.string(),
  sessionexpiry: z.string(),
  forcehwid: z.boolean(),
  minhwid: z.string(),
  hashcheck: z.boolean(),
  tokensystem: z.boolean(),
  minusernamelength: z.string(),
  failurestatus: z.string(),
  weakkeys: z.boolean(),
  logdays: z.string(),
  auditdays: z.string(),
  selleraddress: z.string(),
  banaddress: z.boolean(),
  /** By `pauseapp`. */
  paused: z.boolean(),
  ...each(moreProducts, z.string()),
  ...each(['ver', 'dayproduct', 'weekproduct', 'monthproduct', 'lifetimeproduct'], z.string()),
  hwidcheck: z.boolean(),
};
const messages = { ...shownTexts, ...each(olderTexts, z.string()) };

const resetHash = {
  summary: 'Forgets all programs: the next one that opens a session is the reference.',
  request: z.object({}),
  answer: z.object({}),
  message: 'Reset hash successfully!',
  failures: [],
  scope: 'all',
  changes: [],
} as const;

export const settingsApi = {
  getsettings: {
    summary:
      'All settings; of texts what users see, of the `webhook` only its host, of `sellixsecret` whether there is one (`****`). The same are in `functions` and `messages`, and under the names that older tools know. With `format=text` one value per line, each once.',
    request: z.object({}),
    answer: z.object({
      ...functions,
      ...messages,
      functions: z.object(functions),
      messages: z.object(messages),
    }),
    message: 'Settings Retrieve Successful',
    failures: [],
    scope: 'read',
    changes: null,
  },
  updatesettings: {
    summary:
      'Changes any of the settings. An empty text means the default again. `version` may name several that may sign in, separated by commas, each with the last day (UTC) on which it may: `1.0@2027-01-31,1.1`; the last one without a day is the newest.',
    request: z.strictObject(changeable),
    empties: Object.keys(changeable),
    also: olderSettings,
    answer: z.object({}),
    message: 'Settings Update Successful',
    failures: [
      ...urlProblems,
      'Nothing to update',
      badVersions,
      'The seller address must be the one you are calling from.',
      maskedWebhook,
      maskedSecret,
    ],
    scope: 'all',
    // Not the webhook: such addresses are often secrets.
    changes: Object.keys(changeable).filter((name) => !['webhook', 'sellixsecret'].includes(name)),
  },
  appdetails: {
    summary: 'What programs need to know; `secret` is empty, API 1.3 has none.',
    request: z.object({}),
    answer: z.object({
      appdetails: z.object({
        name: z.string(),
        ownerid: z.string(),
        secret: z.literal(''),
        version: z.string(),
      }),
    }),
    message: 'Successfully retrieved application details',
    failures: [],
    scope: 'read',
    changes: null,
  },
  pauseapp: {
    summary:
      'Stops the application and the time of all running subscriptions; all its sessions end.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Subscription paused application',
    failures: ['Application is already paused!'],
    scope: 'all',
    changes: [],
  },
  unpauseapp: {
    summary: 'Resumes the application and the subscriptions that were paused with it.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Subscription unpaused application',
    failures: ['Application is not paused!'],
    scope: 'all',
    changes: [],
  },
  addhash: {
    summary: "Adds a program's hash to those that may run; MD5 or SHA-256, hex.",
    request: z.object({ hash: z.string().regex(/^[0-9A-Fa-f]{32,64}$/) }),
    answer: z.object({}),
    message: 'Added hash successfully',
    failures: [],
    scope: 'all',
    changes: ['hash'],
  },
  resethash: resetHash,
  reset: { ...resetHash, summary: 'The same as `resethash`.' },
  setseller: {
    summary: 'Whether this seller key is one.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Seller Key Successfully Found',
    failures: [],
    scope: 'any',
    changes: null,
  },
} as const satisfies SellerGroup;

// Seller API: settings and state of the application (docs/protocol.md#seller-operations). A request
// with an invalid setting changes nothing.
import { z } from 'zod';
import { maxOwnTextLength, settingBounds } from '../limits.ts';
import { textSettings } from '../all-reasons.ts';
import { invalidVersionsText } from '../versions.ts';
import { flag, freeText, wholeNumber, type SellerGroup } from '../seller-spec.ts';
import { formerSettingNames, formerTextSettings } from './former-settings.ts';
import { historySettings, shownHistorySettings } from './history-settings.ts';
import { httpsLink } from './https-link.ts';
import { ownAccountSettings, shownOwnAccountSettings } from './own-account-settings.ts';
import { programHashesApi } from './program-hashes.ts';
import { urlFailures } from './webhooks.ts';

const products = [
  'sellixdayproduct',
  'sellixweekproduct',
  'sellixmonthproduct',
  'sellixlifetimeproduct',
] as const;
const otherShopSettings = [
  'sellixsecret',
  'dayresellerproductid',
  'weekresellerproductid',
  'monthresellerproductid',
  'liferesellerproductid',
] as const;
/** Settings that the service stores as texts. Most are for seller tools, and it does not use them. */
export const extraSettings = [
  'saleevents',
  'webdownload',
  'resellerstore',
  ...products,
  ...otherShopSettings,
] as const;

/** Settings with secrets of shops. No answer contains the secrets. */
export const secretSettings = ['sellixsecret'] as const;

/** Replaces each secret in answers. A request with this value leaves the secret unchanged. */
export const maskedSecretValue = '****';

/**
 * Maps each setting to the reason whose text the setting replaces. `expired` is a second text for
 * `no-subscription`.
 */
export const customTextSettings = { ...textSettings, expiredmsg: 'expired' } as const;
export type TextSetting = keyof typeof customTextSettings;

const textNames = Object.keys(customTextSettings) as TextSetting[]; // Object.keys loses the literal types

/** An empty text restores the default. `{reason}` stands for the reason of a ban. */
const customText = freeText(maxOwnTextLength).optional();
const texts = recordOf(textNames, customText);
const shownTexts = recordOf(textNames, z.string());

function recordOf<Name extends string, Value>(names: readonly Name[], value: Value) {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>; // Object.fromEntries loses the names
}

const changeable = {
  /** 0 stops the application immediately and ends all its sessions. */
  enabled: flag.optional(),
  'hwid-lock': flag.optional(),
  /**
   * Versions that may sign in, separated by commas, optionally with a last day:
   * `1.0@2027-01-31,1.1`.
   */
  version: freeText(1300, 1).optional(),
  download: httpsLink.optional(),
  webdownload: httpsLink.optional(),
  /** URL that receives every `log` line, or empty. The masked current URL changes nothing. */
  webhook: z.string().max(8000).optional(),
  resellerstore: httpsLink.optional(),
  ...texts,
  ...recordOf([...products, ...otherShopSettings], freeText(100).optional()),
  /** Seconds between two resets of a user's computer. */
  cooldown: wholeNumber(...settingBounds.cooldown).optional(),
  // The settings below are not in the public API.
  ...ownAccountSettings,
  ...historySettings,
  /** Lifetime of new sign-ins in seconds. */
  sessionexpiry: wholeNumber(...settingBounds.sessionexpiry).optional(),
  /** With 1, a ban without the parameter `address` also blacklists the IP of the user. */
  banaddress: flag.optional(),
  forcehwid: flag.optional(),
  /** Minimum length of a device id, in characters. */
  minhwid: wholeNumber(...settingBounds.minhwid).optional(),
  hashcheck: flag.optional(),
  tokensystem: flag.optional(),
  minusernamelength: wholeNumber(...settingBounds.minusernamelength).optional(),
  /**
   * HTTP status of failures. `spec` is the documented status. `200` is for clients that accept no
   * other status.
   */
  failurestatus: z.enum(['spec', '200']).optional(),
  /**
   * HTTP status of `add` with several keys. `302`, without a URL to redirect to, is for clients that
   * expect it from other services.
   */
  severalkeysstatus: z.enum(['200', '302']).optional(),
  /** With 1, `activate` answers the list in `info.subscriptions.subscriptions`. */
  nestedsubscriptions: flag.optional(),
  /**
   * Whether `add` creates keys for a shop's body without a known order number. `make` creates more
   * keys at each retry, also for a refund. `refuse` also refuses events that are not a sale.
   */
  unknownorders: z.enum(['refuse', 'make']).optional(),
  /**
   * Events of shops that are a sale, separated by commas, such as `order:paid`. If it is not empty,
   * `add` creates keys for a shop's body only with one of them.
   */
  saleevents: freeText(200).optional(),
  /** With 1, `add` accepts masks with less than 80 random bits, and returns a warning. */
  weakkeys: flag.optional(),
  /** Days after which log lines and audit rows are deleted. 0 disables the deletion. */
  logdays: wholeNumber(...settingBounds.logdays).optional(),
  auditdays: wholeNumber(...settingBounds.auditdays).optional(),
  /** The only IP that may use the seller keys. Empty allows every IP. */
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
  ...recordOf(products, z.string()),
  cooldown: z.string(),
  sessionexpiry: z.string(),
  forcehwid: z.boolean(),
  minhwid: z.string(),
  hashcheck: z.boolean(),
  tokensystem: z.boolean(),
  minusernamelength: z.string(),
  failurestatus: z.string(),
  weakkeys: z.boolean(),
  unknownorders: z.string(),
  saleevents: z.string(),
  severalkeysstatus: z.string(),
  nestedsubscriptions: z.boolean(),
  logdays: z.string(),
  auditdays: z.string(),
  selleraddress: z.string(),
  banaddress: z.boolean(),
  ...shownOwnAccountSettings,
  ...shownHistorySettings,
  /** Whether `pauseapp` has paused the application. */
  paused: z.boolean(),
  ...recordOf(otherShopSettings, z.string()),
  ...recordOf(['ver', 'dayproduct', 'weekproduct', 'monthproduct', 'lifetimeproduct'], z.string()),
  hwidcheck: z.boolean(),
};
const messages = { ...shownTexts, ...recordOf(formerTextSettings, z.string()) };

export const settingsApi = {
  getsettings: {
    summary:
      'Returns all settings. Texts are those that users see. `webhook` shows only the host, and `sellixsecret` only `****` if it is set. `functions` and `messages` contain the same settings, also under their older names. With `format=text`, each value is returned once, one per line.',
    request: z.object({}),
    answer: z.object({
      ...functions,
      ...messages,
      functions: z.object(functions),
      messages: z.object(messages),
    }),
    message: 'Settings Retrieve Successful',
    failures: {},
    scope: 'read',
    changes: null,
  },
  updatesettings: {
    summary:
      'Updates settings. An empty text restores the default. `version` lists the versions that may sign in, separated by commas. A version can have a last day (UTC): `1.0@2027-01-31,1.1`. The last version without a day is the newest. Unknown settings are ignored, and listed in `ignored`.',
    request: z.looseObject(changeable),
    mayBeEmpty: Object.keys(changeable),
    also: formerSettingNames,
    /** `ignored` lists the names in the request that are not settings. */
    answer: z.object({ ignored: z.array(z.string()).optional() }),
    message: 'Settings Update Successful',
    failures: {
      ...urlFailures,
      'nothing-to-update': 'Nothing to update',
      'versions-invalid': invalidVersionsText,
      'selleraddress-not-yours': 'selleraddress must be the IP that you are calling from.',
      'webhook-masked': 'This webhook URL is masked. Send the whole URL.',
      'secret-masked': 'This secret is masked. Send the whole secret.',
    },
    scope: 'all',
    // Webhook URLs are not logged, because they are often secrets.
    changes: Object.keys(changeable).filter((name) => !['webhook', 'sellixsecret'].includes(name)),
  },
  appdetails: {
    summary:
      'Returns the details that programs need. `secret` is empty, because API 1.3 has no secret.',
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
    failures: {},
    scope: 'read',
    changes: null,
  },
  pauseapp: {
    summary:
      'Pauses the application and all running subscriptions. Every client operation except `logout` is refused meanwhile. Sessions stay, and continue after `unpauseapp`.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Subscription paused application',
    failures: { 'already-paused': 'Application is already paused!' },
    scope: 'all',
    changes: [],
  },
  unpauseapp: {
    summary: 'Resumes the application and the subscriptions that were paused with it.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Subscription unpaused application',
    failures: { 'not-paused': 'Application is not paused!' },
    scope: 'all',
    changes: [],
  },
  ...programHashesApi,
  setseller: {
    summary: 'Checks whether the seller key is valid.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Seller Key Successfully Found',
    failures: {},
    scope: 'any',
    resellers: true,
    changes: null,
  },
} as const satisfies SellerGroup;

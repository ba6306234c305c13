// Seller API: connected shops, whose events become orders with keys (docs/shops.md).
import { z } from 'zod';
import { dryRunAnswer, dryRunRequest } from './dry-run.ts';
import { shortText } from '../primitives.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { shopFields } from './shop-rows.ts';
import { flag, freeText, wholeNumber, type SellerGroup } from '../seller-spec.ts';
import { maxKeysPerRequest } from '../limits.ts';
import { orderText, positiveDays } from './license-parameters.ts';
import { eventRow, salesApi } from './sales.ts';
import { subscriptionName } from './user-parameters.ts';

export const shopKinds = [
  'stripe',
  'paddle',
  'lemonsqueezy',
  'polar',
  'gumroad',
  'shopify',
  'woocommerce',
  'sellapp',
  'sellauth',
  'standardwebhooks',
  'hmac',
] as const;
export type ShopKind = (typeof shopKinds)[number];

export const mailLanguages = ['en', 'de'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

const shop = freeText(20, 1);
/** The shop's id of a product. `*` maps all products without a mapping. */
const product = freeText(200, 1);
const secretText = z.string().regex(/^[!-~]{6,500}$/);

const shopRow = z.object({
  shop: z.string(),
  kind: z.enum(shopKinds),
  /** The path that the shop sends its events to. */
  path: z.string(),
  /** The whole address, or null if the service does not know its public URL. */
  url: z.string().nullable(),
  tests: z.number(),
  /** The language of its mails. */
  language: z.enum(mailLanguages),
  ...shopFields,
});

const tokenFailures = {
  'shop-token-missing': 'This kind of shop needs a token.',
  'shop-token-unused': 'This kind of shop uses no token.',
} as const;

const unknownShop = { 'shop-unknown': 'Shop not found!' } as const;

export const shopsApi = {
  addshop: {
    summary:
      'Connects a shop. Its events are accepted at `path`, with a signature by `secret`, which all kinds but `gumroad` need; with an empty one, none is accepted until `addshopsecret` adds one. `token` reads its API. With `tests=1`, test sales get keys too.',
    request: z.object({
      kind: z.enum(shopKinds),
      secret: z.literal('').or(secretText).optional(),
      token: secretText.optional(),
      tests: flag.default(0),
    }),
    mayBeEmpty: ['secret'],
    answer: z.object({ shop: z.string(), path: z.string() }),
    message: 'Successfully added shop!',
    failures: {
      'too-many-shops': 'An application has at most 100 shops.',
      'shop-secret-missing': 'This kind of shop needs a secret.',
      ...tokenFailures,
    },
    scope: 'all',
    // SECURITY: neither `secret` nor `token`.
    changes: ['kind', 'tests'],
    secrets: ['path'],
    isExtension: true,
  },
  editshop: {
    summary:
      'Changes a shop: whether test sales get keys, and the mail with the keys. `subject` and `text` can have `{keys}`, `{subscription}`, `{days}`, `{order}` and `{application}`; empty ones are those of `language`. Returns the mail with examples; a dry run is a preview of it.',
    request: z.object({
      shop,
      tests: flag.optional(),
      language: z.enum(mailLanguages).optional(),
      subject: freeText(150).optional(),
      text: freeText(4000).optional(),
      ...dryRunRequest,
    }),
    mayBeEmpty: ['subject', 'text'],
    answer: z.object({
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      ...dryRunAnswer,
    }),
    message: 'Successfully changed shop!',
    failures: {
      'shop-unknown': 'Shop not found!',
      'keys-missing': 'The text of the mail must have {keys}.',
    },
    scope: 'all',
    changes: ['shop', 'tests', 'language', 'subject'],
    isExtension: true,
  },
  fetchallshops: {
    summary: 'Returns all connected shops, without their secrets.',
    request: z.object(pageRequest),
    answer: z.object({ shops: z.array(shopRow), ...pageAnswer }),
    message: 'Successfully retrieved shops',
    failures: {},
    scope: 'all',
    changes: null,
    isExtension: true,
  },
  mapproduct: {
    summary:
      'Sets what a product of a shop gives: `amount` keys for each piece, of `expiry` days. The product `*` stands for all others. Orders that waited for it get their keys.',
    request: z.object({
      shop,
      product,
      sub: subscriptionName,
      expiry: positiveDays,
      amount: wholeNumber(1, maxKeysPerRequest).default(1),
    }),
    names: { sub: 'subscription' },
    answer: z.object({
      /** Orders that got keys. */
      orders: z.number(),
    }),
    message: 'Successfully mapped product!',
    failures: {
      ...unknownShop,
      'subscription-unknown': 'This subscription does not exist',
      'no-plan-for-level': 'No subscription has this level',
      'level-differs': 'This subscription has a different level',
      'level-of-older-subscription': 'A license of this level gives an older subscription',
    },
    scope: 'all',
    changes: ['shop', 'product', 'sub', 'expiry', 'amount'],
    isExtension: true,
  },
  unmapproduct: {
    summary: 'Removes the mapping of a product. Later sales of it need attention.',
    request: z.object({ shop, product }),
    answer: z.object({}),
    message: 'Successfully removed product!',
    failures: { ...unknownShop, 'product-unknown': 'Product not found!' },
    scope: 'all',
    changes: ['shop', 'product'],
    isExtension: true,
  },
  setshoptoken: {
    summary: "Replaces the token for a shop's API. An empty one removes it.",
    request: z.object({ shop, token: z.literal('').or(secretText) }),
    mayBeEmpty: ['token'],
    answer: z.object({}),
    message: 'Successfully changed token!',
    failures: { ...unknownShop, ...tokenFailures },
    scope: 'all',
    changes: ['shop'],
    isExtension: true,
  },
  reconcileshop: {
    summary:
      'Compares a shop with the sales and refunds of its API within a minute, and applies what is missing. The service does so every day. `since` is in unix seconds; by default 35 days ago, and never before the shop was added.',
    request: z.object({ shop, since: wholeNumber(0, 99_999_999_999).optional() }),
    answer: z.object({}),
    message: 'Successfully queued comparison!',
    failures: { ...unknownShop, ...tokenFailures },
    scope: 'all',
    changes: ['shop', 'since'],
    isExtension: true,
  },
  addshopsecret: {
    summary: 'Adds a secret that signs events of a shop, beside those that it has.',
    request: z.object({ shop, secret: secretText }),
    answer: z.object({ id: z.string() }),
    message: 'Successfully added secret!',
    failures: { ...unknownShop, 'too-many-secrets': 'A shop has at most 5 secrets.' },
    scope: 'all',
    changes: ['shop'],
    isExtension: true,
  },
  delshopsecret: {
    summary: 'Removes a secret of a shop. The last one cannot be removed.',
    request: z.object({ shop, id: shortText }),
    answer: z.object({}),
    message: 'Successfully removed secret!',
    failures: {
      ...unknownShop,
      'secret-unknown': 'Secret not found!',
      'last-secret': 'The last secret of a shop cannot be removed.',
    },
    scope: 'all',
    changes: ['shop', 'id'],
    isExtension: true,
  },
  delshop: {
    summary: 'Removes a shop with its events and orders. Licenses and their time stay.',
    request: z.object({ shop }),
    answer: z.object({}),
    message: 'Successfully removed shop!',
    failures: unknownShop,
    scope: 'all',
    changes: ['shop'],
    isExtension: true,
  },
  fetchshopevents: {
    summary:
      'Returns events of a shop or of one order, newest first. `order` is null while the order of an event is unknown.',
    request: z.object({ shop: shop.optional(), order: orderText.optional(), ...pageRequest }),
    answer: z.object({ events: z.array(eventRow), ...pageAnswer }),
    message: 'Successfully retrieved events',
    failures: { 'shop-or-order': 'Send shop or order.', ...unknownShop },
    scope: 'all',
    changes: null,
    isExtension: true,
  },
  sendkeys: {
    summary:
      'Mails the keys of an order to its buyer again: those that are not refunded or suspended.',
    request: z.object({ order: orderText }),
    answer: z.object({}),
    message: 'Successfully queued mail!',
    failures: {
      'order-unknown': 'Order not found!',
      'mail-off': 'The service cannot send mail.',
      'no-buyer': 'The order has no e-mail.',
      'order-without-keys': 'The order has no keys.',
    },
    scope: 'all',
    changes: ['order'],
    isExtension: true,
  },
  ...salesApi,
} as const satisfies SellerGroup;

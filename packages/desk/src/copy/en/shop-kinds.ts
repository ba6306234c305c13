// English: what to click at the provider of a connected shop. A new kind is one row.
import type { ShopKind } from '@latchkey/protocol/seller/shops.ts';

export interface ShopKindText {
  readonly name: string;
  /** What to click, so that the shop sends its events to the address. */
  readonly steps: readonly string[];
  /** The events to select there. */
  readonly events?: string;
  /** Where the signing secret is. Undefined: the shop signs nothing. */
  readonly secret?: string;
  /** What the shop calls the id of a product. */
  readonly product: string;
  /** Where a token for the shop's API is. Undefined: the service reads no API of it. */
  readonly token?: string;
}

export const shopKinds: Readonly<Record<ShopKind, ShopKindText>> = {
  stripe: {
    name: 'Stripe',
    steps: [
      'In the Stripe dashboard, open Developers, Webhooks, and add an endpoint.',
      'Paste the address, and select the events below.',
    ],
    events:
      'checkout.session.completed, checkout.session.async_payment_succeeded, invoice.paid, invoice_payment.paid, charge.refunded, refund.created, refund.updated, refund.failed, charge.dispute.created, charge.dispute.closed, customer.subscription.deleted',
    secret: 'Stripe shows it at the endpoint. It begins with whsec_.',
    product: 'The metadata “product” of the payment link.',
    token: 'A restricted key that reads Checkout Sessions and Events.',
  },
  paddle: {
    name: 'Paddle',
    steps: [
      'Open Developer tools, Notifications, and add a destination with the address.',
      'Select the events below.',
    ],
    events:
      'transaction.completed, adjustment.created, adjustment.updated, subscription.created, subscription.updated, subscription.canceled',
    secret: 'Paddle shows it at the destination. It begins with pdl_ntfset_.',
    product: 'The ID of the price. It begins with pri_.',
    token: 'Authentication: an API key that reads customers and events of notifications.',
  },
  lemonsqueezy: {
    name: 'Lemon Squeezy',
    steps: [
      'Open Settings, Webhooks, and add a webhook with the address.',
      'Choose a secret of 6 to 40 characters, and select the events below.',
    ],
    events:
      'order_created, order_refunded, subscription_created, subscription_cancelled, subscription_expired, subscription_payment_success, subscription_payment_refunded',
    secret: 'The secret that you chose there.',
    product: 'The ID of the variant.',
    token: 'Settings, API: a key of an account with one store.',
  },
  polar: {
    name: 'Polar',
    steps: [
      'Open Settings, Webhooks, and add an endpoint with the address.',
      'Choose the format “Raw”, and select the events below.',
    ],
    events:
      'order.paid, order.refunded, refund.created, refund.updated, subscription.canceled, subscription.revoked',
    secret: 'Polar shows it when you add the endpoint.',
    product: 'The ID of the product.',
    token: 'Settings, Developers: a token with orders:read and refunds:read.',
  },
  gumroad: {
    name: 'Gumroad',
    steps: [
      'Open Settings, Advanced, and enter the address as the Ping endpoint.',
      'Subscribe the address to the events below with Gumroad’s API.',
    ],
    events: 'refund, dispute, dispute_won, subscription_ended',
    product: 'The ID of the product.',
    token: 'Settings, Advanced, Applications: create an application and its access token.',
  },
  shopify: {
    name: 'Shopify',
    steps: [
      'Open Settings, Notifications, Webhooks, and create one for each event below.',
      'Choose the format JSON, and paste the address each time.',
    ],
    events: 'orders/paid, refunds/create, disputes/create, disputes/update',
    secret: 'Shopify shows it below the list of webhooks.',
    product: 'The ID of the variant.',
  },
  woocommerce: {
    name: 'WooCommerce',
    steps: [
      'Open WooCommerce, Settings, Advanced, Webhooks.',
      'Add the webhooks “Order created” and “Order updated”, each with the address.',
      'Give both the same secret, and the status Active.',
    ],
    secret: 'The secret that you gave both webhooks.',
    product: 'The ID of the variation, or of a product without variations.',
  },
  sellapp: {
    name: 'Sell.app',
    steps: [
      'Enter the address as the dynamic webhook of each variant.',
      'Add it as a webhook for order.disputed, too.',
    ],
    secret: 'Sell.app shows it in Settings, Developers.',
    product: 'The ID of the variant.',
  },
  sellauth: {
    name: 'SellAuth',
    steps: ['Enter the address as the dynamic delivery of each product.'],
    secret: 'SellAuth shows the webhook secret in the settings of the shop.',
    product: 'The ID of the variant.',
  },
  standardwebhooks: {
    name: 'Standard Webhooks',
    steps: [
      'Let your shop send its events as JSON to the address.',
      'Sign them as standardwebhooks.com describes.',
    ],
    secret: 'The secret of your shop. It begins with whsec_.',
    product: 'The “product” that your shop sends.',
  },
  hmac: {
    name: 'Your own shop',
    steps: [
      'Let your shop send its events as JSON to the address.',
      'Sign the body with HMAC-SHA256, and send it in hex as X-Signature.',
    ],
    secret: 'A long random text that only your shop and this service know.',
    product: 'The “product” that your shop sends.',
  },
};

// English: what to click at the provider of a connected shop. A new kind is one row.
import type { ShopKind } from '@latchkey/protocol/seller/shops.ts';

export interface ShopKindText {
  readonly name: string;
  /** What to click, so that the shop sends its events to the address. */
  readonly steps: readonly string[];
  /** The events to select there. */
  readonly events?: string;
  /** Where the signing secret is. */
  readonly secret: string;
  /** What the shop calls the id of a product. */
  readonly product: string;
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

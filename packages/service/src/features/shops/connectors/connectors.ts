// Lists the kinds of shops.
import type { ShopKind } from '@latchkey/protocol/seller/shops.ts';
import type { Connector } from './connector.ts';
import { sellApp, sellAuth } from './dynamic-delivery.ts';
import { gumroad } from './gumroad.ts';
import { lemonSqueezy } from './lemon-squeezy.ts';
import { ownShop, standardShop } from './own-events.ts';
import { paddle } from './paddle.ts';
import { polar } from './polar.ts';
import { shopify } from './shopify.ts';
import { stripe } from './stripe.ts';
import { wooCommerce } from './woocommerce.ts';

export const connectors: Readonly<Record<ShopKind, Connector>> = {
  stripe,
  paddle,
  lemonsqueezy: lemonSqueezy,
  polar,
  gumroad,
  shopify,
  woocommerce: wooCommerce,
  sellapp: sellApp,
  sellauth: sellAuth,
  standardwebhooks: standardShop,
  hmac: ownShop,
};

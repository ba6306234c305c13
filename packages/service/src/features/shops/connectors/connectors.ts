// Lists the kinds of shops.
import type { ShopKind } from '@latchkey/protocol/seller/shops.ts';
import type { Connector } from './connector.ts';
import { lemonSqueezy } from './lemon-squeezy.ts';
import { ownShop, standardShop } from './own-events.ts';
import { polar } from './polar.ts';
import { shopify } from './shopify.ts';
import { stripe } from './stripe.ts';
import { wooCommerce } from './woocommerce.ts';

export const connectors: Readonly<Record<ShopKind, Connector>> = {
  stripe,
  lemonsqueezy: lemonSqueezy,
  polar,
  shopify,
  woocommerce: wooCommerce,
  standardwebhooks: standardShop,
  hmac: ownShop,
};

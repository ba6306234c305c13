// Changes of connected shops: the shop, its products and its secrets.
import { maxKeysPerRequest } from '@latchkey/protocol/limits.ts';
import { change, type MakeChange } from '../../changes/change.ts';
import { asked, daysField, isFromTo, required, type Fields } from '../../changes/fields.ts';
import type { Copy } from '../../copy/copy.ts';
import { entryOf } from '../../copy/entry-of.ts';
import { goTo } from '../../router/location.ts';
import { tokenField } from './access-changes.ts';
import { nameOfShop, needsToken, productName, type Shop, type ShopProduct } from './shop.ts';

/** Without a secret, which providers show only after they have the address. */
export const addShop: MakeChange = ({ copy: { shops, shopKinds: kinds }, application }) =>
  change({
    operation: 'addshop',
    words: {
      title: shops.addTitle,
      text: shops.addText,
      submit: shops.add,
      done: shops.added,
    },
    parameters: ({ kind }) => ({ secret: isUnsigned(kinds, kind) ? undefined : '' }),
    fields: ({ kind }) => ({
      kind: {
        kind: 'select',
        label: shops.kind,
        options: Object.entries(kinds).map(([value, { name }]) => ({ value, label: name })),
      },
      token: needsToken(kind) && tokenField(shops, tokenText(kinds, kind)),
      tests: { kind: 'switch', label: shops.tests, hint: shops.testsHint, value: '0' },
    }),
    after: ({ shop }) => goTo(application, 'shops', shop),
  });

function isUnsigned(kinds: Copy['shopKinds'], kind: string | undefined): boolean {
  const text = entryOf(kinds, kind);
  return text !== undefined && text.secret === undefined;
}

function tokenText(kinds: Copy['shopKinds'], kind: string | undefined): string {
  return entryOf(kinds, kind)?.token ?? '';
}

export function removeShop(shop: Shop): MakeChange {
  return ({ copy, application }) =>
    change({
      operation: 'delshop',
      parameters: { shop: shop.shop },
      danger: true,
      words: {
        title: copy.shops.removeTitle(nameOfShop(copy, shop)),
        text: copy.shops.removeText,
        submit: copy.shops.remove,
        done: copy.shops.removed,
      },
      after: () => goTo(application, 'shops'),
    });
}

interface Mapped extends Pick<Shop, 'shop'> {
  /** The products to choose from; none: the ID is typed. */
  readonly products: readonly string[];
  readonly kind?: Shop['kind'];
  /** The mapping that is changed. */
  readonly now?: ShopProduct;
}

export function mapProduct({ shop, products, kind, now }: Mapped): MakeChange {
  return ({ copy, formats }) => {
    const { shops } = copy;
    return change({
      operation: 'mapproduct',
      parameters: { shop },
      words: { title: shops.mapTitle, text: shops.mapText, submit: shops.mapSubmit },
      done: ({ orders }) =>
        orders === 0 ? shops.mapped : shops.mappedOrders(formats.number(orders), orders),
      fields: {
        ...productField(copy, products, kind),
        sub: {
          kind: 'select',
          label: shops.subscription,
          value: now?.subscription,
          none: shops.noPlans,
          asked: asked({
            operation: 'fetchallsubs',
            parameters: { limit: '1000' },
            read: ({ subs }) => subs.map(({ name }) => ({ value: name, label: name })),
          }),
        },
        expiry: daysField(copy, now && String(Number(now.seconds) / 86_400)),
        amount: {
          label: shops.keysEach,
          value: String(now?.amount ?? 1),
          input: { inputMode: 'numeric' },
          problem: (typed) =>
            isFromTo(typed, 1, maxKeysPerRequest)
              ? null
              : shops.keysWrong(formats.number(maxKeysPerRequest)),
        },
      },
    });
  };
}

function productField(
  copy: Copy,
  products: readonly string[],
  kind: Shop['kind'] | undefined,
): Fields {
  const { shops, shopKinds: kinds } = copy;
  if (products.length > 0)
    return {
      product: {
        kind: 'select',
        label: shops.product,
        options: products.map((value) => ({ value, label: productName(copy, value) })),
      },
    };
  return {
    product: {
      label: shops.productId,
      hint: kind && shops.productHint(kinds[kind].product),
      problem: required(shops.productMissing),
    },
  };
}

export function unmapProduct({ shop }: Shop, { product }: ShopProduct): MakeChange {
  return ({ copy }) =>
    change({
      operation: 'unmapproduct',
      parameters: { shop, product },
      danger: true,
      words: {
        title: copy.shops.unmapTitle(productName(copy, product)),
        text: copy.shops.unmapText,
        submit: copy.shops.unmap,
        done: copy.shops.unmapped,
      },
    });
}

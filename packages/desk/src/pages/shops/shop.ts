// A connected shop as pages show it.
import type { RowOf } from '../../client/list.ts';
import type { Copy } from '../../copy/copy.ts';
import { entryOf } from '../../copy/entry-of.ts';
import { hrefOf } from '../../router/location.ts';

export type Shop = RowOf<'fetchallshops'>;
export type ShopProduct = Shop['products'][number];

/** The mapping of all products without an own one. */
const anyProduct = '*';

export function shopHref(application: string, shop: string): string {
  return hrefOf(application, 'shops', shop);
}

/** The kind with the id, because an application can have several shops of a kind. */
export function nameOfShop({ shopKinds }: Copy, { kind, shop }: Pick<Shop, 'kind' | 'shop'>) {
  return `${shopKinds[kind].name} (${shop})`;
}

/** Their events alone prove or tell too little. */
const kindsInNeed: readonly string[] = ['paddle', 'gumroad'] satisfies readonly Shop['kind'][];

export function needsToken(kind: string | undefined): boolean {
  return kind !== undefined && kindsInNeed.includes(kind);
}

/** Why a shop needs attention, as sentences. */
export function problemsOf({ shops }: Copy, { attention }: Pick<Shop, 'attention'>) {
  return attention.map((code) => entryOf(shops.problems, code) ?? shops.unknownProblem(code));
}

export function productName({ shops }: Copy, product: string): string {
  return product === anyProduct ? shops.otherProducts : product;
}

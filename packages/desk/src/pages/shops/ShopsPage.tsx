// Connected shops: the list, or one of them, by the place.
import type { PageProps } from '../../layout/pages.tsx';
import { ShopList } from './ShopList.tsx';
import { ShopPage } from './ShopPage.tsx';

export function ShopsPage({ rest: [shop] }: PageProps) {
  return shop === undefined ? <ShopList /> : <ShopPage key={shop} id={shop} />;
}

// Orders of connected shops: the list, or one of them, by the place.
import type { PageProps } from '../../layout/pages.tsx';
import { SaleList } from './SaleList.tsx';
import { SalePage } from './SalePage.tsx';

export function SalesPage({ rest: [order] }: PageProps) {
  return order === undefined ? <SaleList /> : <SalePage key={order} order={order} />;
}

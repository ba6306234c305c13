// The one click that helps an order: mapping its product, or sending its mail again.
import { ChangeButton } from '../../changes/ChangeButton.tsx';
import { useCopy } from '../../copy/language.ts';
import { useMay } from '../../session/application.ts';
import { mapProduct } from '../shops/changes.ts';
import { sendKeys } from './changes.ts';
import { lacksMail, numberOf, type Sale } from './sale.ts';

export function SaleFix({ sale }: { readonly sale: Sale }) {
  const { sales } = useCopy();
  const mayChange = useMay('all');
  if (!mayChange) return null;
  const number = numberOf(sale.order);
  if (sale.attention.includes('unmapped'))
    return (
      <ChangeButton
        kind="quiet"
        label={sales.mapLabel(number)}
        change={mapProduct({ shop: sale.shop, products: productsOf(sale) })}
      >
        {sales.map}
      </ChangeButton>
    );
  if (!lacksMail(sale)) return null;
  return (
    <ChangeButton kind="quiet" label={sales.sendLabel(number)} change={sendKeys(sale)}>
      {sales.send}
    </ChangeButton>
  );
}

/** An order that does not name its products gets keys only by the mapping of all others. */
function productsOf({ products }: Sale): readonly string[] {
  const named = products.map(({ product }) => product).filter((product) => product !== '');
  return named.length === 0 ? ['*'] : [...new Set(named)];
}

// The orders of connected shops behind the subscriptions of a user.
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet } from '@latchkey/kit/Sheet.tsx';
import { useAsk } from '../../../client/seller.ts';
import { useLanguage } from '../../../copy/language.ts';
import { useApplication } from '../../../session/application.ts';
import { numberOf, productsText, saleHref, shopOf, stateTones } from '../../sales/sale.ts';

const newest = '20';

/** Draws nothing without orders, and nothing until that is known. */
export function Orders({ user }: { readonly user: string }) {
  const { copy, formats } = useLanguage();
  const { name } = useApplication();
  const orders = useAsk('fetchsales', { user, limit: newest }).data?.sales ?? [];
  if (orders.length === 0) return null;
  return (
    <Sheet title={copy.userOrders.title}>
      <Rows>
        {orders.map((sale) => (
          <Row key={sale.order}>
            <p className="with-chip">
              <a className="sale-text" href={saleHref(name, sale.order)}>
                <bdi>{numberOf(sale.order)}</bdi>
              </a>
              <Chip tone={stateTones[sale.state]}>{copy.sales.states[sale.state]}</Chip>
            </p>
            <p className="small">
              {shopOf(copy, sale.order)} · <bdi>{productsText(copy, formats, sale)}</bdi> ·{' '}
              {formats.money(sale.amount, sale.currency)} · {formats.date(sale.created)}
            </p>
          </Row>
        ))}
      </Rows>
    </Sheet>
  );
}

// Columns of the table of orders.
import { Chip } from '@latchkey/kit/Chip.tsx';
import type { Column } from '@latchkey/kit/Table.tsx';
import { useLanguage } from '../../copy/language.ts';
import {
  lacksMail,
  mailText,
  numberOf,
  productsText,
  reasonsOf,
  shopOf,
  stateTones,
  type Sale,
} from './sale.ts';
import { SaleFix } from './SaleFix.tsx';

export function useSaleColumns(): readonly Column<Sale>[] {
  const { copy, formats } = useLanguage();
  const { sales } = copy;
  const { columns } = sales;
  return [
    {
      key: 'order',
      header: columns.order,
      cell: ({ order }) => <SaleName order={order} />,
    },
    {
      key: 'date',
      header: columns.date,
      cell: ({ created }) => <time>{formats.date(created)}</time>,
    },
    {
      key: 'buyer',
      header: columns.buyer,
      secondary: true,
      cell: ({ buyer }) => <bdi className="sale-text">{buyer}</bdi>,
    },
    {
      key: 'product',
      header: columns.product,
      secondary: true,
      cell: (sale) => <bdi className="sale-text">{productsText(copy, formats, sale)}</bdi>,
    },
    { key: 'state', header: columns.state, cell: (sale) => <SaleState sale={sale} /> },
    {
      key: 'keys',
      header: columns.keys,
      numeric: true,
      cell: ({ count }) => formats.number(count),
    },
    {
      key: 'mail',
      header: columns.mail,
      secondary: true,
      cell: (sale) => <SaleMail sale={sale} />,
    },
    {
      key: 'amount',
      header: columns.amount,
      numeric: true,
      cell: ({ amount, currency }) => formats.money(amount, currency),
    },
  ];
}

/** The state in words, and why the order needs attention with the click that helps. */
function SaleState({ sale }: { readonly sale: Sale }) {
  const { copy } = useLanguage();
  const reasons = reasonsOf(copy, sale);
  return (
    <span className="sale-state">
      <Chip tone={stateTones[sale.state]}>{copy.sales.states[sale.state]}</Chip>
      {reasons.map((reason) => (
        <span key={reason} className="small">
          {reason}
        </span>
      ))}
      <SaleFix sale={sale} />
    </span>
  );
}

function SaleName({ order }: Pick<Sale, 'order'>) {
  const { copy } = useLanguage();
  return (
    <span className="sale-order">
      <bdi>{numberOf(order)}</bdi> <span className="small">{shopOf(copy, order)}</span>
    </span>
  );
}

function SaleMail({ sale }: { readonly sale: Sale }) {
  const { copy } = useLanguage();
  const text = mailText(copy, sale);
  return lacksMail(sale) ? <Chip tone="danger">{text}</Chip> : text;
}

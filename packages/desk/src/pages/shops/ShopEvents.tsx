// The events of a shop, newest first.
import { Inbox } from 'lucide';
import { Empty } from '@latchkey/kit/Empty.tsx';
import type { Column } from '@latchkey/kit/Table.tsx';
import { useList, type RowOf } from '../../client/list.ts';
import { useCopy, useLanguage } from '../../copy/language.ts';
import { ListTable } from '../../parts/ListTable.tsx';
import { useApplication } from '../../session/application.ts';
import { eventText, numberOf, saleHref } from '../sales/sale.ts';
import type { Shop } from './shop.ts';

type EventRow = RowOf<'fetchshopevents'>;

export function ShopEvents({ shop }: { readonly shop: Shop }) {
  const { shops } = useCopy();
  const list = useList('fetchshopevents', { shop: shop.shop });
  return (
    <section aria-labelledby="shop-events" className="user-history">
      <h2 className="headline" id="shop-events">
        {shops.events}
      </h2>
      <ListTable
        list={list}
        caption={shops.events}
        rowKey={({ id }) => id}
        columns={useColumns()}
        empty={<Empty icon={Inbox} title={shops.eventsNone} text={shops.eventsNoneText} />}
      />
    </section>
  );
}

function useColumns(): readonly Column<EventRow>[] {
  const { copy, formats } = useLanguage();
  const { name: application } = useApplication();
  const { eventColumns, waitsForOrder } = copy.shops;
  return [
    {
      key: 'received',
      header: eventColumns.received,
      cell: ({ received }) => <time>{formats.dateTime(received)}</time>,
    },
    {
      key: 'event',
      header: eventColumns.event,
      cell: (event) => eventText(copy, formats, event),
    },
    {
      key: 'order',
      header: eventColumns.order,
      cell: ({ order }) =>
        order === null ? (
          waitsForOrder
        ) : (
          <a className="sale-text" href={saleHref(application, order)}>
            <bdi>{numberOf(order)}</bdi>
          </a>
        ),
    },
    {
      key: 'name',
      header: eventColumns.name,
      secondary: true,
      cell: ({ event }) => <bdi className="mono sale-text">{event}</bdi>,
    },
  ];
}

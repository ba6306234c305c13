// The list of connected shops.
import { Store } from 'lucide';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import type { Column } from '@latchkey/kit/Table.tsx';
import { ChangeButton } from '../../changes/ChangeButton.tsx';
import { useList } from '../../client/list.ts';
import { useCopy, useLanguage } from '../../copy/language.ts';
import { ListTable } from '../../parts/ListTable.tsx';
import { Page } from '../../parts/Page.tsx';
import { useApplication } from '../../session/application.ts';
import { addShop } from './changes.ts';
import { problemsOf, productName, shopHref, type Shop } from './shop.ts';

export function ShopList() {
  const { shops } = useCopy();
  const { name } = useApplication();
  const list = useList('fetchallshops', {});
  return (
    <Page
      title={shops.title}
      description={shops.text}
      actions={
        <ChangeButton kind="filled" change={addShop}>
          {shops.add}
        </ChangeButton>
      }
    >
      <ListTable
        list={list}
        caption={shops.title}
        rowKey={({ shop }) => shop}
        href={({ shop }) => shopHref(name, shop)}
        columns={useColumns()}
        empty={<Empty icon={Store} title={shops.empty} text={shops.emptyText} />}
      />
    </Page>
  );
}

function useColumns(): readonly Column<Shop>[] {
  const { copy, formats } = useLanguage();
  const { shops, shopKinds } = copy;
  const { columns } = shops;
  return [
    {
      key: 'shop',
      header: columns.shop,
      cell: ({ shop, kind }) => (
        <span className="sale-order">
          {shopKinds[kind].name} <span className="small mono">{shop}</span>
        </span>
      ),
    },
    {
      key: 'products',
      header: columns.products,
      cell: ({ products }) =>
        products.length === 0 ? (
          <Chip tone="warning">{shops.noProducts}</Chip>
        ) : (
          <bdi className="sale-text">
            {products.map(({ product }) => productName(copy, product)).join(', ')}
          </bdi>
        ),
    },
    {
      key: 'last',
      header: columns.lastEvent,
      cell: ({ lastevent }) =>
        lastevent === null ? shops.noEvent : <time>{formats.dateTime(lastevent)}</time>,
    },
    {
      key: 'attention',
      header: columns.attention,
      cell: (shop) => <InNeed shop={shop} />,
    },
  ];
}

/** What is wrong with the shop, or how many of its orders need attention. */
function InNeed({ shop }: { readonly shop: Shop }) {
  const { copy, formats } = useLanguage();
  const problems = problemsOf(copy, shop);
  if (problems.length === 0 && shop.orders === 0) return copy.frame.none;
  return (
    <span className="sale-state">
      {shop.orders > 0 && (
        <Chip tone="warning">{copy.shops.inNeed(formats.number(shop.orders), shop.orders)}</Chip>
      )}
      {problems.map((problem) => (
        <span key={problem} className="small">
          {problem}
        </span>
      ))}
    </span>
  );
}

// The users who redeemed keys of a reseller.
import { Users } from 'lucide';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { useList } from '../../client/list.ts';
import { useLanguage } from '../../copy/language.ts';
import { ListTable } from '../../parts/ListTable.tsx';

export function CustomerTable({ username }: { readonly username: string }) {
  const { copy, formats } = useLanguage();
  const { customers } = copy;
  const list = useList('fetchcustomers', { username });
  return (
    <ListTable
      caption={customers.list}
      list={list}
      // Masked names can be equal.
      rowKey={(row) => String(list.rows.indexOf(row))}
      columns={[
        { key: 'name', header: customers.name, cell: (row) => <bdi>{row.username}</bdi> },
        {
          key: 'last',
          header: customers.last,
          cell: ({ lastredeem }) =>
            lastredeem === '0' ? copy.frame.never : formats.dateTime(lastredeem),
        },
        {
          key: 'keys',
          header: customers.keys,
          numeric: true,
          cell: ({ keys }) => formats.number(keys),
        },
      ]}
      empty={<Empty icon={Users} title={customers.empty} text={customers.emptyText} />}
    />
  );
}

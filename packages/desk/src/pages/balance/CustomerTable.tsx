// The users who redeemed keys of a reseller.
import { Users } from 'lucide';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { useList, type RowOf } from '../../client/list.ts';
import { useLanguage } from '../../copy/language.ts';
import { ListTable } from '../../parts/ListTable.tsx';
import { hrefOf } from '../../router/location.ts';
import { useApplication } from '../../session/application.ts';

type Customer = RowOf<'fetchcustomers'>;

export function CustomerTable({ username }: { readonly username: string }) {
  const { copy, formats } = useLanguage();
  const { customers } = copy;
  const { name: application, role } = useApplication();
  const list = useList('fetchcustomers', { username });
  return (
    <ListTable
      caption={customers.list}
      list={list}
      // Masked names can be equal.
      rowKey={(row) => String(list.rows.indexOf(row))}
      // Resellers have no page for a user. A masked name is no name.
      {...(role !== 'reseller' && {
        href: (row: Customer) => hrefOf(application, 'users', row.userid ?? row.username),
      })}
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

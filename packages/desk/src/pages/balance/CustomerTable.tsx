// The users who redeemed keys of a reseller.
import { Users } from 'lucide';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { Table } from '@latchkey/kit/Table.tsx';
import { useList } from '../../client/list.ts';
import { useLanguage } from '../../copy/language.ts';
import { LoadFailed } from '../../layout/LoadFailed.tsx';
import { MoreRows } from './MoreRows.tsx';

export function CustomerTable({ username }: { readonly username: string }) {
  const { copy, formats } = useLanguage();
  const { customers } = copy;
  const list = useList('fetchcustomers', { username });
  if (list.error !== null) return <LoadFailed error={list.error} retry={list.retry} />;
  return (
    <>
      <Table
        caption={customers.list}
        rows={list.rows}
        waiting={list.isPending}
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
      <MoreRows list={list} />
    </>
  );
}

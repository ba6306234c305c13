// The audit log: who changed or read what, newest first.
import { History } from 'lucide';
import { useState } from 'react';
import { Empty } from '@latchkey/kit/Empty.tsx';
import type { Column } from '@latchkey/kit/Table.tsx';
import { useList, type RowOf } from '../../client/list.ts';
import { useCopy, useFormats } from '../../copy/language.ts';
import { ListTable } from '../../parts/ListTable.tsx';
import { useSettled } from '../../parts/use-settled.ts';
import { accountPrefix, AuditFilters, startFilters } from './AuditFilters.tsx';

export function AuditLog() {
  const { audit, frame } = useCopy();
  const [filters, setFilters] = useState(startFilters);
  const text = useSettled(filters.text.trim());
  const list = useList('fetchauditlog', {
    by: filters.by || undefined,
    text: text || undefined,
    changes: filters.shown === 'changes' ? '1' : undefined,
  });
  const isFiltered = filters.by !== '' || text !== '';
  return (
    <>
      <AuditFilters filters={filters} onChange={setFilters} isEmpty={list.rows.length === 0} />
      <ListTable
        list={list}
        caption={audit.people.title}
        rowKey={(row) => `${row.date} ${String(list.rows.indexOf(row))}`}
        columns={useColumns()}
        empty={
          isFiltered ? (
            <Empty icon={History} title={frame.noMatch} text={frame.noMatchText} />
          ) : (
            <Empty icon={History} title={audit.people.empty} />
          )
        }
      />
    </>
  );
}

function useColumns(): readonly Column<RowOf<'fetchauditlog'>>[] {
  const { people, columns } = useCopy().audit;
  const formats = useFormats();
  return [
    {
      key: 'date',
      header: columns.date,
      cell: ({ date }) => <time>{formats.dateTime(date)}</time>,
    },
    {
      key: 'by',
      header: columns.by,
      cell: ({ sellerkey }) => (
        <bdi>{sellerkey === '' ? people.ownKey : withoutPrefix(sellerkey)}</bdi>
      ),
    },
    { key: 'type', header: columns.type, cell: ({ type }) => <code>{type}</code> },
    { key: 'detail', header: columns.detail, cell: ({ detail }) => <bdi>{detail}</bdi> },
    {
      key: 'ip',
      header: columns.ip,
      secondary: true,
      cell: ({ ip }) => <span className="mono">{ip}</span>,
    },
  ];
}

function withoutPrefix(label: string): string {
  return label.startsWith(accountPrefix) ? label.slice(accountPrefix.length) : label;
}

// The audit log: who changed or read what, newest first.
import { History } from 'lucide';
import { useState } from 'react';
import { Empty } from '@latchkey/kit/Empty.tsx';
import type { Column } from '@latchkey/kit/Table.tsx';
import { useList, type RowOf } from '../../client/list.ts';
import { useCopy, useLanguage } from '../../copy/language.ts';
import { AuditSentence } from '../../parts/AuditSentence.tsx';
import { ListTable } from '../../parts/ListTable.tsx';
import { useSettled } from '../../parts/use-settled.ts';
import { useMay } from '../../session/application.ts';
import { AuditFilters, startFilters } from './AuditFilters.tsx';
import { DeleteLog } from './DeleteLog.tsx';

export function AuditLog() {
  const { audit, frame } = useCopy();
  const [filters, setFilters] = useState(startFilters);
  const text = useSettled(filters.text.trim());
  const list = useList('fetchauditlog', {
    by: filters.by || undefined,
    text: text || undefined,
    changes: filters.shown === 'changes' ? '1' : undefined,
  });
  const mayDelete = useMay('all');
  const isFiltered = filters.by !== '' || text !== '';
  return (
    <>
      <AuditFilters filters={filters} onChange={setFilters} />
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
      {mayDelete && list.rows.length > 0 && (
        <p className="after-list">
          <DeleteLog type="delauditlog" texts={audit.people} />
        </p>
      )}
    </>
  );
}

function useColumns(): readonly Column<RowOf<'fetchauditlog'>>[] {
  const { copy, formats } = useLanguage();
  const { columns } = copy.audit;
  return [
    {
      key: 'date',
      header: columns.date,
      cell: ({ date }) => <time>{formats.dateTime(date)}</time>,
    },
    {
      key: 'sentence',
      header: columns.sentence,
      cell: ({ type, detail, sellerkey }) => (
        <AuditSentence type={type} detail={detail} label={sellerkey} />
      ),
    },
    {
      key: 'detail',
      header: columns.detail,
      secondary: true,
      cell: ({ type, detail }) => (
        <>
          <code>{type}</code> <bdi>{detail}</bdi>
        </>
      ),
    },
    {
      key: 'ip',
      header: columns.ip,
      secondary: true,
      cell: ({ ip }) => <span className="mono">{ip}</span>,
    },
  ];
}

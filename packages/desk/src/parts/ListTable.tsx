// A list of the seller API as a table: failure, rows, and a button that reads more.
import type { ReactNode } from 'react';
import { Pager } from '@latchkey/kit/Pager.tsx';
import { Table, type TableProps } from '@latchkey/kit/Table.tsx';
import type { List } from '../client/list.ts';
import { useLanguage } from '../copy/language.ts';
import { LoadFailed } from '../layout/LoadFailed.tsx';

export interface ListTableProps<Row> extends Omit<TableProps<Row>, 'rows' | 'waiting'> {
  readonly list: List<Row>;
  readonly empty: ReactNode;
  /** Replaces the number of rows below the table. */
  readonly count?: string;
}

export function ListTable<Row>({ list, count, ...table }: ListTableProps<Row>) {
  const { copy, formats } = useLanguage();
  const { rows, isPending, isStale, error, retry, showMore, isReadingMore } = list;
  if (error !== null) return <LoadFailed error={error} retry={retry} />;
  return (
    <>
      <Table {...table} rows={rows} waiting={isPending || isStale} />
      {rows.length > 0 && (
        <Pager
          count={
            count ?? copy.frame.rows(formats.number(rows.length), rows.length, showMore !== null)
          }
          moreLabel={copy.frame.showMore}
          onMore={showMore}
          waiting={isReadingMore}
        />
      )}
    </>
  );
}

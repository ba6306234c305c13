// One of the two lists: its entries, and dialogs that add, remove and clear them.
import type { IconNode } from 'lucide';
import { useState, type ReactNode } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import type { Column } from '@latchkey/kit/Table.tsx';
import { Toolbar } from '@latchkey/kit/Toolbar.tsx';
import type { List } from '../../client/list.ts';
import { useCopy } from '../../copy/language.ts';
import { ListTable } from '../../parts/ListTable.tsx';
import { useMay } from '../../session/application.ts';
import { AddEntry } from './AddEntry.tsx';
import { ClearList } from './ClearList.tsx';

interface AccessListProps<Row> {
  readonly kind: 'black' | 'white';
  readonly icon: IconNode;
  readonly list: List<Row>;
  readonly columns: readonly Column<Row>[];
  /** The IP or device id. */
  readonly entryOf: (row: Row) => string;
  readonly removal: (row: Row, onLeave: () => void) => ReactNode;
}

export function AccessList<Row>({ kind, list, removal, ...table }: AccessListProps<Row>) {
  const { lists } = useCopy();
  const texts = lists[kind];
  const mayChange = useMay('all');
  const [removed, setRemoved] = useState<Row | null>(null);
  const remove: Column<Row> = {
    key: 'remove',
    header: lists.remove,
    hidesHeader: true,
    numeric: true,
    cell: (row) => (
      <Button
        kind="quiet"
        label={lists.removeLabel(table.entryOf(row))}
        onClick={() => setRemoved(row)}
      >
        {lists.remove}
      </Button>
    ),
  };
  return (
    <>
      <p className="lead">{texts.text}</p>
      {mayChange && <ListTools kind={kind} isEmpty={list.rows.length === 0} />}
      <ListTable
        list={list}
        caption={texts.title}
        rowKey={table.entryOf}
        columns={mayChange ? [...table.columns, remove] : table.columns}
        empty={<Empty icon={table.icon} title={texts.empty} text={texts.emptyText} />}
      />
      {removed !== null && removal(removed, () => setRemoved(null))}
    </>
  );
}

interface ListToolsProps {
  readonly kind: 'black' | 'white';
  readonly isEmpty: boolean;
}

function ListTools({ kind, isEmpty }: ListToolsProps) {
  const texts = useCopy().lists[kind];
  const [adding, setAdding] = useState(false);
  return (
    <Toolbar>
      <Button kind="filled" onClick={() => setAdding(true)}>
        {texts.add}
      </Button>
      {!isEmpty && (
        <ClearList
          type={kind === 'black' ? 'delblacks' : 'delallwhites'}
          title={texts.clear}
          text={texts.clearText}
        />
      )}
      {adding && <AddEntry list={kind} onLeave={() => setAdding(false)} />}
    </Toolbar>
  );
}

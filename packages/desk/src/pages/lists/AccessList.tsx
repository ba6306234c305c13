// One of the two lists: its entries, and dialogs that add, remove and clear them.
import type { IconNode } from 'lucide';
import { Empty } from '@latchkey/kit/Empty.tsx';
import type { Column } from '@latchkey/kit/Table.tsx';
import { Toolbar } from '@latchkey/kit/Toolbar.tsx';
import type { MakeChange } from '../../changes/change.ts';
import { ChangeButton } from '../../changes/ChangeButton.tsx';
import type { List } from '../../client/list.ts';
import { useCopy } from '../../copy/language.ts';
import { ListTable } from '../../parts/ListTable.tsx';
import { useMay } from '../../session/application.ts';
import { addEntry, clearList, type ListKind } from './changes.ts';

interface AccessListProps<Row> {
  readonly kind: ListKind;
  readonly icon: IconNode;
  readonly list: List<Row>;
  readonly columns: readonly Column<Row>[];
  /** The IP or device id. */
  readonly entryOf: (row: Row) => string;
  readonly removal: (row: Row) => MakeChange;
}

export function AccessList<Row>({ kind, list, removal, ...table }: AccessListProps<Row>) {
  const { lists } = useCopy();
  const texts = lists[kind];
  const mayChange = useMay('all');
  const remove: Column<Row> = {
    key: 'remove',
    header: lists.remove,
    hidesHeader: true,
    numeric: true,
    cell: (row) => (
      <ChangeButton
        kind="quiet"
        label={lists.removeLabel(table.entryOf(row))}
        change={removal(row)}
      >
        {lists.remove}
      </ChangeButton>
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
    </>
  );
}

interface ListToolsProps {
  readonly kind: ListKind;
  readonly isEmpty: boolean;
}

function ListTools({ kind, isEmpty }: ListToolsProps) {
  const texts = useCopy().lists[kind];
  return (
    <Toolbar>
      <ChangeButton kind="filled" change={addEntry(kind)}>
        {texts.add}
      </ChangeButton>
      {!isEmpty && (
        <ChangeButton kind="outlined" danger change={clearList(kind)}>
          {texts.clear}
        </ChangeButton>
      )}
    </Toolbar>
  );
}

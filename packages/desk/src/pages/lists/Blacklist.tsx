// The blacklist: IPs and computers that may not sign in.
import { ShieldCheck } from 'lucide';
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { useList, type RowOf } from '../../client/list.ts';
import { useCopy } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';
import { ListTable } from '../../parts/ListTable.tsx';
import { useMay } from '../../session/application.ts';
import { AddEntry } from './AddEntry.tsx';
import { ClearList } from './ClearList.tsx';

type Entry = RowOf<'fetchallblacks'>;

export function Blacklist() {
  const { lists } = useCopy();
  const { black, columns } = lists;
  const list = useList('fetchallblacks', {});
  const mayChange = useMay('all');
  const [adding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Entry | null>(null);
  const remove = (entry: Entry) => (
    <Button kind="quiet" label={lists.removeLabel(entry.data)} onClick={() => setRemoved(entry)}>
      {lists.remove}
    </Button>
  );
  return (
    <>
      <p className="lead">{black.text}</p>
      {mayChange && (
        <div className="toolbar">
          <Button kind="filled" onClick={() => setAdding(true)}>
            {black.add}
          </Button>
          {list.rows.length > 0 && (
            <ClearList type="delblacks" title={black.clear} text={black.clearText} />
          )}
        </div>
      )}
      <ListTable
        list={list}
        caption={black.title}
        rowKey={({ type, data }) => `${type} ${data}`}
        columns={[
          {
            key: 'data',
            header: columns.entry,
            cell: ({ data }) => <bdi className="mono">{data}</bdi>,
          },
          {
            key: 'type',
            header: columns.kind,
            cell: ({ type }) => <Chip tone="neutral">{lists.kinds[type]}</Chip>,
          },
          { key: 'reason', header: columns.reason, cell: ({ reason }) => <bdi>{reason}</bdi> },
          ...(mayChange
            ? [
                {
                  key: 'remove',
                  header: lists.remove,
                  hidesHeader: true,
                  numeric: true,
                  cell: remove,
                },
              ]
            : []),
        ]}
        empty={<Empty icon={ShieldCheck} title={black.empty} text={black.emptyText} />}
      />
      {adding && <AddEntry list="black" onLeave={() => setAdding(false)} />}
      {removed !== null && (
        <ChangeDialog
          type="delblack"
          parameters={{ data: removed.data, blacktype: removed.type }}
          title={lists.removeTitle(removed.data)}
          text={removed.reason === '' ? black.removeText : black.removeOfBan}
          submit={lists.remove}
          danger
          done={() => lists.removed(removed.data)}
          onLeave={() => setRemoved(null)}
        />
      )}
    </>
  );
}

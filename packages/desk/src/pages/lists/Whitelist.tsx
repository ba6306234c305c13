// The whitelist: IPs that the blacklist and the general rate limit do not apply to.
import { Network } from 'lucide';
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { useList, type RowOf } from '../../client/list.ts';
import { useCopy } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';
import { ListTable } from '../../parts/ListTable.tsx';
import { useMay } from '../../session/application.ts';
import { AddEntry } from './AddEntry.tsx';
import { ClearList } from './ClearList.tsx';

type Entry = RowOf<'fetchallwhites'>;

export function Whitelist() {
  const { lists } = useCopy();
  const { white, columns } = lists;
  const list = useList('fetchallwhites', {});
  const mayChange = useMay('all');
  const [adding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Entry | null>(null);
  const remove = (entry: Entry) => (
    <Button kind="quiet" label={lists.removeLabel(entry.ip)} onClick={() => setRemoved(entry)}>
      {lists.remove}
    </Button>
  );
  return (
    <>
      <p className="lead">{white.text}</p>
      {mayChange && (
        <div className="toolbar">
          <Button kind="filled" onClick={() => setAdding(true)}>
            {white.add}
          </Button>
          {list.rows.length > 0 && (
            <ClearList type="delallwhites" title={white.clear} text={white.clearText} />
          )}
        </div>
      )}
      <ListTable
        list={list}
        caption={white.title}
        rowKey={({ ip }) => ip}
        columns={[
          { key: 'ip', header: columns.ip, cell: ({ ip }) => <span className="mono">{ip}</span> },
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
        empty={<Empty icon={Network} title={white.empty} text={white.emptyText} />}
      />
      {adding && <AddEntry list="white" onLeave={() => setAdding(false)} />}
      {removed !== null && (
        <ChangeDialog
          type="delWhite"
          parameters={{ ip: removed.ip }}
          title={lists.removeTitle(removed.ip)}
          text={white.removeText}
          submit={lists.remove}
          danger
          done={() => lists.removed(removed.ip)}
          onLeave={() => setRemoved(null)}
        />
      )}
    </>
  );
}

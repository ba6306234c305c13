// The blacklist: IPs and computers that may not sign in.
import { ShieldCheck } from 'lucide';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { useList } from '../../client/list.ts';
import { useCopy } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';
import { AccessList } from './AccessList.tsx';

export function Blacklist() {
  const { lists } = useCopy();
  const { black, columns } = lists;
  return (
    <AccessList
      kind="black"
      icon={ShieldCheck}
      list={useList('fetchallblacks', {})}
      entryOf={({ data }) => data}
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
      ]}
      removal={({ data, type, reason }, onLeave) => (
        <ChangeDialog
          type="delblack"
          parameters={{ data, blacktype: type }}
          title={lists.removeTitle(data)}
          text={reason === '' ? black.removeText : black.removeOfBan}
          submit={lists.remove}
          danger
          done={() => lists.removed(data)}
          onLeave={onLeave}
        />
      )}
    />
  );
}

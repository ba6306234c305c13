// The blacklist: IPs and computers that may not sign in.
import { ShieldCheck } from 'lucide';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { useList } from '../../client/list.ts';
import { useCopy } from '../../copy/language.ts';
import { AccessList } from './AccessList.tsx';
import { removeBlack } from './changes.ts';

export function Blacklist() {
  const { lists } = useCopy();
  const { columns } = lists;
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
      removal={removeBlack}
    />
  );
}

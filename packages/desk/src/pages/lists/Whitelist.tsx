// The whitelist: IPs that the blacklist and the general rate limit do not apply to.
import { Network } from 'lucide';
import { useList } from '../../client/list.ts';
import { useCopy } from '../../copy/language.ts';
import { AccessList } from './AccessList.tsx';
import { removeWhite } from './changes.ts';

export function Whitelist() {
  const { lists } = useCopy();
  const { columns } = lists;
  return (
    <AccessList
      kind="white"
      icon={Network}
      list={useList('fetchallwhites', {})}
      entryOf={({ ip }) => ip}
      columns={[
        { key: 'ip', header: columns.ip, cell: ({ ip }) => <span className="mono">{ip}</span> },
      ]}
      removal={removeWhite}
    />
  );
}

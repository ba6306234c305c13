// The whitelist: IPs that the blacklist and the general rate limit do not apply to.
import { Network } from 'lucide';
import { useList } from '../../client/list.ts';
import { useCopy } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';
import { AccessList } from './AccessList.tsx';

export function Whitelist() {
  const { lists } = useCopy();
  const { white, columns } = lists;
  return (
    <AccessList
      kind="white"
      icon={Network}
      list={useList('fetchallwhites', {})}
      entryOf={({ ip }) => ip}
      columns={[
        { key: 'ip', header: columns.ip, cell: ({ ip }) => <span className="mono">{ip}</span> },
      ]}
      removal={({ ip }, onLeave) => (
        <ChangeDialog
          type="delWhite"
          parameters={{ ip }}
          title={lists.removeTitle(ip)}
          text={white.removeText}
          submit={lists.remove}
          danger
          done={() => lists.removed(ip)}
          onLeave={onLeave}
        />
      )}
    />
  );
}

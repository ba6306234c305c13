// The muted users, and when each mute ends.
import { MessageCircle } from 'lucide';
import { Empty } from '@latchkey/kit/Empty.tsx';
import type { Column } from '@latchkey/kit/Table.tsx';
import { ChangeButton } from '../../changes/ChangeButton.tsx';
import { useList, type RowOf } from '../../client/list.ts';
import { useLanguage } from '../../copy/language.ts';
import { ListTable } from '../../parts/ListTable.tsx';
import { useApplication, useMay } from '../../session/application.ts';
import { userHref } from '../users/user-link.ts';
import { UserName } from '../users/UserName.tsx';
import { unmute } from './changes.tsx';

type Mute = RowOf<'fetchallmutes'>;

export function MuteList() {
  const { mutes, chat } = useLanguage().copy;
  const mayChange = useMay('all');
  return (
    <ListTable
      list={useList('fetchallmutes', {})}
      caption={chat.muted}
      rowKey={({ user, userid }) => userid ?? user}
      columns={useColumns(mayChange)}
      empty={<Empty icon={MessageCircle} title={mutes.empty} text={mutes.emptyText} />}
    />
  );
}

function useColumns(mayChange: boolean): readonly Column<Mute>[] {
  const { copy, formats } = useLanguage();
  const { chat, mutes } = copy;
  const { name: application } = useApplication();
  return [
    {
      key: 'user',
      header: chat.columns.user,
      cell: ({ user, userid }) => (
        <a href={userHref(application, { username: user, userid })}>
          <UserName username={user} isKey={userid !== undefined} />
        </a>
      ),
    },
    {
      key: 'until',
      header: chat.columns.until,
      cell: ({ time }) => <time>{formats.dateTime(time)}</time>,
    },
    ...(mayChange
      ? [
          {
            key: 'actions',
            header: chat.columns.actions,
            hidesHeader: true,
            numeric: true,
            cell: ({ user: username, userid }: Mute) => (
              <ChangeButton
                kind="quiet"
                label={mutes.unmuteLabel(username)}
                change={unmute({ username, userid })}
              >
                {mutes.unmute}
              </ChangeButton>
            ),
          },
        ]
      : []),
  ];
}

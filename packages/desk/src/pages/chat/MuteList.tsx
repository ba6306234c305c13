// The muted users, and when each mute ends.
import { MessageCircle } from 'lucide';
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import type { Column } from '@latchkey/kit/Table.tsx';
import { useList, type RowOf } from '../../client/list.ts';
import { useLanguage } from '../../copy/language.ts';
import { ListTable } from '../../parts/ListTable.tsx';
import { useApplication, useMay } from '../../session/application.ts';
import { userHref } from '../users/user-link.ts';
import { UserName } from '../users/UserName.tsx';
import { UnmuteDialog } from './mute-dialogs.tsx';

type Mute = RowOf<'fetchallmutes'>;

export function MuteList() {
  const { mutes, chat } = useLanguage().copy;
  const mayChange = useMay('all');
  const [unmuted, setUnmuted] = useState<Mute | null>(null);
  return (
    <>
      <ListTable
        list={useList('fetchallmutes', {})}
        caption={chat.muted}
        rowKey={({ user, userid }) => userid ?? user}
        columns={useColumns(mayChange ? setUnmuted : null)}
        empty={<Empty icon={MessageCircle} title={mutes.empty} text={mutes.emptyText} />}
      />
      {unmuted !== null && (
        <UnmuteDialog
          user={{ username: unmuted.user, userid: unmuted.userid }}
          onLeave={() => setUnmuted(null)}
        />
      )}
    </>
  );
}

function useColumns(unmute: ((mute: Mute) => void) | null): readonly Column<Mute>[] {
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
    ...(unmute === null
      ? []
      : [
          {
            ...{ key: 'actions', header: chat.columns.actions, hidesHeader: true, numeric: true },
            cell: (mute: Mute) => (
              <Button
                kind="quiet"
                label={mutes.unmuteLabel(mute.user)}
                onClick={() => unmute(mute)}
              >
                {mutes.unmute}
              </Button>
            ),
          },
        ]),
  ];
}

// The list of channels.
import { MessagesSquare } from 'lucide';
import { useState } from 'react';
import { Empty } from '@latchkey/kit/Empty.tsx';
import type { Column } from '@latchkey/kit/Table.tsx';
import { useList } from '../../client/list.ts';
import { useLanguage } from '../../copy/language.ts';
import { ListTable } from '../../parts/ListTable.tsx';
import { useApplication, useMay } from '../../session/application.ts';
import { RowMenu } from '../plans/RowMenu.tsx';
import { ChangeDelay, ClearChannel, RemoveChannel } from './channel-dialogs.tsx';
import { channelHref, type Channel } from './chat-rows.ts';
import { durationText } from './duration-text.ts';

const dialogs = { delay: ChangeDelay, clear: ClearChannel, remove: RemoveChannel };

interface Open {
  readonly channel: Channel;
  readonly action: keyof typeof dialogs;
}

export function ChannelList() {
  const { chat } = useLanguage().copy;
  const { name: application } = useApplication();
  const mayChange = useMay('all');
  const list = useList('fetchallchats', {});
  const [open, setOpen] = useState<Open | null>(null);
  const Dialog = open === null ? null : dialogs[open.action];
  return (
    <>
      <ListTable
        list={list}
        caption={chat.channels}
        rowKey={({ name }) => name}
        href={(channel) => channelHref(application, channel)}
        columns={useColumns(mayChange ? setOpen : null)}
        empty={<Empty icon={MessagesSquare} title={chat.empty} text={chat.emptyText} />}
      />
      {open !== null && Dialog !== null && (
        <Dialog channel={open.channel} onLeave={() => setOpen(null)} />
      )}
    </>
  );
}

function useColumns(open: ((open: Open) => void) | null): readonly Column<Channel>[] {
  const { code, copy } = useLanguage();
  const { chat } = copy;
  const { columns } = chat;
  return [
    { key: 'name', header: columns.channel, cell: ({ name }) => <bdi>{name}</bdi> },
    {
      key: 'delay',
      header: columns.delay,
      cell: ({ delay }) => (delay === '0' ? chat.noDelay : durationText(code, Number(delay))),
    },
    ...(open === null
      ? []
      : [
          {
            ...{ key: 'actions', header: columns.actions, hidesHeader: true, numeric: true },
            cell: (channel: Channel) => <ChannelMenu channel={channel} open={open} />,
          },
        ]),
  ];
}

interface ChannelMenuProps {
  readonly channel: Channel;
  readonly open: (open: Open) => void;
}

function ChannelMenu({ channel, open }: ChannelMenuProps) {
  const { chat } = useLanguage().copy;
  const item = (action: Open['action'], label: string, danger: boolean) => ({
    ...{ label, danger, disabledReason: null },
    choose: () => open({ channel, action }),
  });
  return (
    <RowMenu
      label={chat.actionsOf(channel.name)}
      items={[
        item('delay', chat.changeDelay, false),
        item('clear', chat.clear, true),
        item('remove', chat.remove, true),
      ]}
    />
  );
}

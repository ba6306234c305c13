// The list of channels.
import { MessagesSquare } from 'lucide';
import { Empty } from '@latchkey/kit/Empty.tsx';
import type { Column } from '@latchkey/kit/Table.tsx';
import type { MakeChange } from '../../changes/change.ts';
import { useOpenChange } from '../../changes/Changes.tsx';
import { useList } from '../../client/list.ts';
import { useLanguage } from '../../copy/language.ts';
import { ListTable } from '../../parts/ListTable.tsx';
import { useApplication, useMay } from '../../session/application.ts';
import { RowMenu } from '../plans/RowMenu.tsx';
import { changeDelay, clearChannel, removeChannel } from './changes.tsx';
import { channelHref, type Channel } from './chat-rows.ts';
import { durationText } from './duration-text.ts';

export function ChannelList() {
  const { chat } = useLanguage().copy;
  const { name: application } = useApplication();
  const mayChange = useMay('all');
  const list = useList('fetchallchats', {});
  return (
    <ListTable
      list={list}
      caption={chat.channels}
      rowKey={({ name }) => name}
      href={(channel) => channelHref(application, channel)}
      columns={useColumns(mayChange)}
      empty={<Empty icon={MessagesSquare} title={chat.empty} text={chat.emptyText} />}
    />
  );
}

function useColumns(mayChange: boolean): readonly Column<Channel>[] {
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
    ...(mayChange
      ? [
          {
            key: 'actions',
            header: columns.actions,
            hidesHeader: true,
            numeric: true,
            cell: (channel: Channel) => <ChannelMenu channel={channel} />,
          },
        ]
      : []),
  ];
}

function ChannelMenu({ channel }: { readonly channel: Channel }) {
  const { chat } = useLanguage().copy;
  const open = useOpenChange();
  const item = (label: string, makeChange: MakeChange, danger: boolean) => ({
    label,
    danger,
    disabledReason: null,
    choose: () => open(makeChange),
  });
  return (
    <RowMenu
      label={chat.actionsOf(channel.name)}
      items={[
        item(chat.changeDelay, changeDelay(channel), false),
        item(chat.clear, clearChannel(channel), true),
        item(chat.remove, removeChannel(channel), true),
      ]}
    />
  );
}

// The messages of a channel, for moderation.
import { MessagesSquare } from 'lucide';
import { Empty } from '@latchkey/kit/Empty.tsx';
import type { Column } from '@latchkey/kit/Table.tsx';
import { ChangeButton } from '../../changes/ChangeButton.tsx';
import { useList } from '../../client/list.ts';
import { useLanguage } from '../../copy/language.ts';
import { ListTable } from '../../parts/ListTable.tsx';
import { Page } from '../../parts/Page.tsx';
import { hrefOf } from '../../router/location.ts';
import { useApplication, useMay } from '../../session/application.ts';
import { userHref } from '../users/user-link.ts';
import { UserName } from '../users/UserName.tsx';
import { clearChannel } from './changes.tsx';
import type { ChatMessage } from './chat-rows.ts';
import { MessageMenu } from './MessageMenu.tsx';

export function ChannelPage({ channel }: { readonly channel: string }) {
  const { chat, chatMessages } = useLanguage().copy;
  const { name } = useApplication();
  const list = useList('fetchmessages', { name: channel });
  const mayClear = useMay('all') && list.rows.length > 0;
  const mayDelete = useMay('support');
  return (
    <Page
      title={channel}
      description={chatMessages.text}
      back={{ href: hrefOf(name, 'chat'), label: chat.title }}
      actions={
        mayClear && (
          <ChangeButton kind="outlined" danger change={clearChannel({ name: channel })}>
            {chat.clear}
          </ChangeButton>
        )
      }
    >
      <ListTable
        list={list}
        caption={channel}
        rowKey={({ id }) => id}
        columns={useColumns(mayDelete)}
        empty={
          <Empty icon={MessagesSquare} title={chatMessages.empty} text={chatMessages.emptyText} />
        }
      />
    </Page>
  );
}

function useColumns(mayDelete: boolean): readonly Column<ChatMessage>[] {
  const { copy, formats } = useLanguage();
  const { columns } = copy.chat;
  return [
    { key: 'author', header: columns.author, cell: (message) => <Author message={message} /> },
    {
      key: 'message',
      header: columns.message,
      cell: ({ message }) => <bdi className="chat-text">{message}</bdi>,
    },
    {
      key: 'time',
      header: columns.time,
      numeric: true,
      cell: ({ timestamp }) => <time className="one-line">{formats.dateTime(timestamp)}</time>,
    },
    ...(mayDelete
      ? [
          {
            key: 'actions',
            header: columns.actions,
            hidesHeader: true,
            numeric: true,
            cell: (message: ChatMessage) => <MessageMenu message={message} />,
          },
        ]
      : []),
  ];
}

/** Links to the user, whose name may have changed since. */
function Author({ message: { author, user, userid } }: { readonly message: ChatMessage }) {
  const { name } = useApplication();
  const shown = <UserName username={author} isKey={userid !== undefined} />;
  if (user === null) return shown;
  return <a href={userHref(name, { username: user, userid })}>{shown}</a>;
}

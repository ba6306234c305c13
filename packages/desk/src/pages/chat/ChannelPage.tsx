// The messages of a channel, for moderation.
import { MessagesSquare } from 'lucide';
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import type { Column } from '@latchkey/kit/Table.tsx';
import { useList } from '../../client/list.ts';
import { useLanguage } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';
import { ListTable } from '../../parts/ListTable.tsx';
import { Page } from '../../parts/Page.tsx';
import { hrefOf } from '../../router/location.ts';
import { useApplication, useMay } from '../../session/application.ts';
import { userHref } from '../users/user-link.ts';
import { UserName } from '../users/UserName.tsx';
import { ClearChannel } from './channel-dialogs.tsx';
import type { ChatMessage } from './chat-rows.ts';
import { MessageMenu, type MessageAction } from './MessageMenu.tsx';
import { MuteDialog } from './mute-dialogs.tsx';

interface Open {
  readonly action: MessageAction;
  readonly message: ChatMessage;
}

export function ChannelPage({ channel }: { readonly channel: string }) {
  const { chat, chatMessages } = useLanguage().copy;
  const { name } = useApplication();
  const list = useList('fetchmessages', { name: channel });
  const mayClear = useMay('all') && list.rows.length > 0;
  const mayDelete = useMay('support');
  const [open, setOpen] = useState<Open | null>(null);
  const show = (action: MessageAction, message: ChatMessage) => setOpen({ action, message });
  return (
    <Page
      title={channel}
      description={chatMessages.text}
      back={{ href: hrefOf(name, 'chat'), label: chat.title }}
      actions={mayClear && <ClearButton channel={channel} />}
    >
      <ListTable
        list={list}
        caption={channel}
        rowKey={({ id }) => id}
        columns={useColumns(mayDelete ? show : null)}
        empty={
          <Empty icon={MessagesSquare} title={chatMessages.empty} text={chatMessages.emptyText} />
        }
      />
      {open !== null && <MessageDialog {...open} onLeave={() => setOpen(null)} />}
    </Page>
  );
}

type Show = (action: MessageAction, message: ChatMessage) => void;

function useColumns(show: Show | null): readonly Column<ChatMessage>[] {
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
    ...(show === null
      ? []
      : [
          {
            ...{ key: 'actions', header: columns.actions, hidesHeader: true, numeric: true },
            cell: (message: ChatMessage) => (
              <MessageMenu message={message} show={(action) => show(action, message)} />
            ),
          },
        ]),
  ];
}

/** Links to the user, whose name may have changed since. */
function Author({ message: { author, user, userid } }: { readonly message: ChatMessage }) {
  const { name } = useApplication();
  const shown = <UserName username={author} isKey={userid !== undefined} />;
  if (user === null) return shown;
  return <a href={userHref(name, { username: user, userid })}>{shown}</a>;
}

function ClearButton({ channel }: { readonly channel: string }) {
  const { chat } = useLanguage().copy;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="outlined" danger onClick={() => setOpen(true)}>
        {chat.clear}
      </Button>
      {open && <ClearChannel channel={{ name: channel }} onLeave={() => setOpen(false)} />}
    </>
  );
}

function MessageDialog({ action, message, onLeave }: Open & { readonly onLeave: () => void }) {
  const { chatMessages } = useLanguage().copy;
  const { id, author, user, userid } = message;
  if (action === 'mute')
    return user === null ? null : (
      <MuteDialog user={{ username: user, userid }} onLeave={onLeave} />
    );
  return (
    <ChangeDialog
      type="delmessage"
      parameters={{ id }}
      title={chatMessages.removeTitle(author)}
      text={chatMessages.removeText}
      submit={chatMessages.remove}
      danger
      done={() => chatMessages.removed}
      onLeave={onLeave}
    >
      <blockquote className="chat-quote">
        <bdi className="chat-text">{message.message}</bdi>
      </blockquote>
    </ChangeDialog>
  );
}

// Chat: channels, the messages of one, and muted users.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Tabs } from '@latchkey/kit/Tabs.tsx';
import { useCopy } from '../../copy/language.ts';
import type { PageProps } from '../../layout/pages.tsx';
import { Page } from '../../parts/Page.tsx';
import { hrefOf } from '../../router/location.ts';
import { useApplication, useMay } from '../../session/application.ts';
import { AddChannel } from './channel-dialogs.tsx';
import { channelPath } from './chat-rows.ts';
import { ChannelList } from './ChannelList.tsx';
import { ChannelPage } from './ChannelPage.tsx';
import { MuteDialog } from './mute-dialogs.tsx';
import { MuteList } from './MuteList.tsx';

const mutedPath = 'muted';

export function ChatPage({ rest: [part, channel] }: PageProps) {
  if (part === channelPath && channel !== undefined)
    return <ChannelPage key={channel} channel={channel} />;
  return <ChatLists showsMutes={part === mutedPath} />;
}

function ChatLists({ showsMutes }: { readonly showsMutes: boolean }) {
  const { chat, mutes } = useCopy();
  const { name } = useApplication();
  return (
    <Page
      title={chat.title}
      description={showsMutes ? mutes.text : chat.text}
      actions={showsMutes ? <MuteButton /> : <AddButton />}
    >
      <Tabs
        label={chat.title}
        tabs={[
          { href: hrefOf(name, 'chat'), label: chat.channels, isCurrent: !showsMutes },
          { href: hrefOf(name, 'chat', mutedPath), label: chat.muted, isCurrent: showsMutes },
        ]}
      />
      {showsMutes ? <MuteList /> : <ChannelList />}
    </Page>
  );
}

function AddButton() {
  const { chat } = useCopy();
  const [open, setOpen] = useState(false);
  if (!useMay('all')) return null;
  return (
    <>
      <Button kind="filled" onClick={() => setOpen(true)}>
        {chat.add}
      </Button>
      {open && <AddChannel onLeave={() => setOpen(false)} />}
    </>
  );
}

function MuteButton() {
  const { mutes } = useCopy();
  const [open, setOpen] = useState(false);
  if (!useMay('all')) return null;
  return (
    <>
      <Button kind="filled" onClick={() => setOpen(true)}>
        {mutes.mute}
      </Button>
      {open && <MuteDialog user={null} onLeave={() => setOpen(false)} />}
    </>
  );
}

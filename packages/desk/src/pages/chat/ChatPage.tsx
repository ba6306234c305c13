// Chat: channels, the messages of one, and muted users.
import { Tabs } from '@latchkey/kit/Tabs.tsx';
import { ChangeButton } from '../../changes/ChangeButton.tsx';
import { useCopy } from '../../copy/language.ts';
import type { PageProps } from '../../layout/pages.tsx';
import { Page } from '../../parts/Page.tsx';
import { hrefOf } from '../../router/location.ts';
import { useApplication, useMay } from '../../session/application.ts';
import { addChannel, mute } from './changes.tsx';
import { channelPath } from './chat-rows.ts';
import { ChannelList } from './ChannelList.tsx';
import { ChannelPage } from './ChannelPage.tsx';
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
  const mayChange = useMay('all');
  return (
    <Page
      title={chat.title}
      description={showsMutes ? mutes.text : chat.text}
      actions={
        mayChange && (
          <ChangeButton kind="filled" change={showsMutes ? mute(null) : addChannel}>
            {showsMutes ? mutes.mute : chat.add}
          </ChangeButton>
        )
      }
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

// What a moderator can do with a message.
import { useLanguage } from '../../copy/language.ts';
import { useMay } from '../../session/application.ts';
import { RowMenu } from '../plans/RowMenu.tsx';
import type { ChatMessage } from './chat-rows.ts';

export type MessageAction = 'mute' | 'remove';

interface MessageMenuProps {
  readonly message: ChatMessage;
  readonly show: (action: MessageAction) => void;
}

export function MessageMenu({ message: { author, user, timestamp }, show }: MessageMenuProps) {
  const { copy, formats } = useLanguage();
  const { mutes, chatMessages } = copy;
  const mayMute = useMay('all') && user !== null;
  const mute = {
    ...{ label: mutes.muteAuthor(user ?? author), disabledReason: null },
    choose: () => show('mute'),
  };
  const remove = {
    ...{ label: chatMessages.remove, danger: true, disabledReason: null },
    choose: () => show('remove'),
  };
  return (
    <RowMenu
      label={chatMessages.actionsOf(author, formats.dateTime(timestamp))}
      items={mayMute ? [mute, remove] : [remove]}
    />
  );
}

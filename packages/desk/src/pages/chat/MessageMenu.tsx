// What a moderator can do with a message.
import { useOpenChange } from '../../changes/Changes.tsx';
import { useLanguage } from '../../copy/language.ts';
import { useMay } from '../../session/application.ts';
import { RowMenu } from '../plans/RowMenu.tsx';
import { mute, removeMessage } from './changes.tsx';
import type { ChatMessage } from './chat-rows.ts';

export function MessageMenu({ message }: { readonly message: ChatMessage }) {
  const { author, user, userid, timestamp } = message;
  const { copy, formats } = useLanguage();
  const { mutes, chatMessages } = copy;
  const open = useOpenChange();
  const mayMute = useMay('all');
  const remove = {
    label: chatMessages.remove,
    danger: true,
    disabledReason: null,
    choose: () => open(removeMessage(message)),
  };
  const muting = user !== null &&
    mayMute && {
      label: mutes.muteAuthor(user),
      disabledReason: null,
      choose: () => open(mute({ username: user, userid })),
    };
  return (
    <RowMenu
      label={chatMessages.actionsOf(author, formats.dateTime(timestamp))}
      items={muting ? [muting, remove] : [remove]}
    />
  );
}

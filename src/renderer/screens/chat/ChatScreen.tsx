// Chat of the brand's users. Messages are polled only while the window is visible.
import { useRef, useState } from 'react';
import { digits } from '../../../copy/dates.ts';
import { fill } from '../../../copy/sentences.ts';
import type { Chat, SentChat } from '../../../shared/chat.ts';
import { maxMessageLength } from '@latchkey/protocol/limits.ts';
import { accountIn, allows } from '../../../shared/phases.ts';
import type { Phase } from '../../../shared/session.ts';
import { useCopy, useParts } from '../../bridge/loader-context.ts';
import { useCommand } from '../../bridge/use-command.ts';
import { useReading } from '../../bridge/use-reading.ts';
import { AreaField } from '@latchkey/kit/AreaField.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { FormScreen, retryTimeOf } from '../../ui/FormScreen.tsx';
import { useFaults, type FieldName, type Slips } from '../../ui/form-faults.tsx';
import { MessageList } from './MessageList.tsx';
import { useNewMessages } from './use-new-messages.ts';
import { useVisible } from './use-visible.ts';

export interface ChatScreenProps {
  readonly phase: Phase;
  readonly close: () => void;
}

const fields: readonly FieldName[] = ['message'];
/** Above this length, the field shows the number of characters. */
const nearlyFull = 0.9 * maxMessageLength;

function slipsIn(text: string): Slips | null {
  if (text.trim() === '') return { message: ({ chat }) => chat.blank };
  if (text.length <= maxMessageLength) return null;
  const { length } = text;
  return { message: (copy) => fill(copy.chat.tooLong, lengthFacts(copy, length)) };
}

function lengthFacts(copy: Parameters<typeof digits>[0], length: number) {
  return { count: digits(copy, length), most: digits(copy, maxMessageLength) };
}

/** Returns the newest messages, from polling or from the answer to a sent message. */
function useChat() {
  const { bridge } = useParts();
  const { value, failure } = useReading(
    () => bridge.readChat({}),
    () => void bridge.stopReading({ what: 'chat' }),
    useVisible(),
  );
  const [sent, setSent] = useState<{ readonly chat: Chat; readonly over: Chat | null } | null>(
    null,
  );
  // Use the answer to the last sent message until the next poll.
  const chat = sent?.over === value ? sent.chat : value;
  useNewMessages(chat);
  return { chat, failure, show: (newer: Chat) => setSent({ chat: newer, over: value }) };
}

function useMessage(show: (chat: Chat) => void) {
  const { bridge, announce } = useParts();
  const copy = useCopy().chat;
  const command = useCommand<SentChat>();
  const [text, setText] = useState('');
  const [slips, setSlips] = useState<Slips | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const send = async () => {
    const found = slipsIn(text);
    setSlips(found);
    if (found === null) {
      const answer = await command.run(() => bridge.sendChat({ message: text }));
      if (answer?.ok === true) {
        const { end, chat } = answer.value;
        if (chat !== null) show(chat);
        if (end !== 'sent') setSlips({ message: (words) => words.chat[end] });
        else {
          setText('');
          announce(copy.sent);
        }
      }
    }
    field.current?.focus();
  };
  const edit = (typed: string) => {
    setSlips(null);
    setText(typed);
  };
  const faults = useFaults(command.failure, 'screen', fields, slips);
  return { command, text, edit, field, send, faults };
}

export function ChatScreen({ phase, close }: ChatScreenProps) {
  const account = accountIn(phase);
  // After the session has ended, the form is about to close.
  return account === null ? null : (
    <Open
      key={account.username}
      byKey={account.byKey === true}
      held={!allows(phase, 'sendChat')}
      close={close}
    />
  );
}

interface OpenProps extends Pick<ChatScreenProps, 'close'> {
  readonly byKey: boolean;
  /** Whether a launch in progress blocks sending. */
  readonly held: boolean;
}

function Open({ byKey, held, close }: OpenProps) {
  const { info } = useParts();
  const words = useCopy();
  const copy = words.chat;
  const { chat, failure, show } = useChat();
  const { command, text, edit, field, send, faults } = useMessage(show);
  const lead = byKey ? copy.leadByKey : copy.lead;
  return (
    <FormScreen
      title={copy.title}
      lead={fill(lead, { brand: info.brand.name })}
      faults={faults}
      pending={held || command.pending}
      label={copy.send}
      verb={held ? words.ready.launching : copy.sending}
      until={retryTimeOf(command.failure)}
      submit={() => void send()}
      leave={close}
      links={<BackLink back={close} />}
    >
      <MessageList chat={chat} failure={failure} />
      <AreaField
        label={copy.label}
        ref={field}
        name="message"
        dir="auto"
        rows={2}
        value={text}
        readOnly={command.pending}
        {...faults.of('message')}
        hint={
          text.length > nearlyFull ? fill(copy.length, lengthFacts(words, text.length)) : copy.hint
        }
        onChange={(event) => edit(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Ignore the Enter that confirms a word in an input method.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
    </FormScreen>
  );
}

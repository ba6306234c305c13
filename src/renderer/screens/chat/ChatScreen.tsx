// Chat of the brand's users. Messages are polled only while the window is visible.
import { useRef, useState } from 'react';
import { formatNumber } from '../../../copy/dates.ts';
import { fill } from '../../../copy/sentences.ts';
import type { Chat, SentChat } from '../../../shared/chat.ts';
import { maxMessageLength } from '@latchkey/protocol/limits.ts';
import { accountIn, allows } from '../../../shared/phases.ts';
import type { Phase } from '../../../shared/session.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { retryTimeOf } from '../../bridge/use-limited-command.ts';
import { useCommand } from '../../bridge/use-command.ts';
import { usePolling } from '../../bridge/use-polling.ts';
import { AreaField } from '@latchkey/kit/AreaField.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { FormScreen } from '../../ui/FormScreen.tsx';
import { useFormErrors, type FieldName, type InputErrors } from '../../ui/form-errors.tsx';
import { MessageList } from './MessageList.tsx';
import { useNewMessages } from './use-new-messages.ts';
import { useVisible } from './use-visible.ts';

export interface ChatScreenProps {
  readonly phase: Phase;
  readonly close: () => void;
}

const fields: readonly FieldName[] = ['message'];
/** Above this length, the field shows the number of characters. */
const showLengthFrom = 0.9 * maxMessageLength;

function validate(text: string): InputErrors | null {
  if (text.trim() === '') return { message: ({ chat }) => chat.blank };
  if (text.length <= maxMessageLength) return null;
  const { length } = text;
  return { message: (copy) => fill(copy.chat.tooLong, lengthFacts(copy, length)) };
}

function lengthFacts(copy: Parameters<typeof formatNumber>[0], length: number) {
  return { count: formatNumber(copy, length), most: formatNumber(copy, maxMessageLength) };
}

/** Returns the newest messages, from polling or from the answer to a sent message. */
function useChat() {
  const { bridge } = useLoaderContext();
  const { value, failure } = usePolling(
    () => bridge.readChat({}),
    () => void bridge.stopReading({ what: 'chat' }),
    useVisible(),
  );
  const [sent, setSent] = useState<{
    readonly chat: Chat;
    readonly polledChat: Chat | null;
  } | null>(null);
  // Use the answer to the last sent message until the next poll.
  const chat = sent?.polledChat === value ? sent.chat : value;
  useNewMessages(chat);
  return { chat, failure, show: (newer: Chat) => setSent({ chat: newer, polledChat: value }) };
}

function useMessage(show: (chat: Chat) => void) {
  const { bridge, announce } = useLoaderContext();
  const copy = useCopy().chat;
  const command = useCommand<SentChat>();
  const [text, setText] = useState('');
  const [inputErrors, setInputErrors] = useState<InputErrors | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const send = async () => {
    const foundErrors = validate(text);
    setInputErrors(foundErrors);
    if (foundErrors === null) {
      const answer = await command.run(() => bridge.sendChat({ message: text }));
      if (answer?.ok === true) {
        const { outcome, chat } = answer.value;
        if (chat !== null) show(chat);
        if (outcome !== 'sent') setInputErrors({ message: (texts) => texts.chat[outcome] });
        else {
          setText('');
          announce(copy.sent);
        }
      }
    }
    field.current?.focus();
  };
  const edit = (typed: string) => {
    setInputErrors(null);
    setText(typed);
  };
  const errors = useFormErrors(command.failure, 'screen', fields, inputErrors);
  return { command, text, edit, field, send, errors };
}

export function ChatScreen({ phase, close }: ChatScreenProps) {
  const account = accountIn(phase);
  // After the session has ended, the form is about to close.
  return account === null ? null : (
    <ChatForm
      key={account.username}
      byKey={account.byKey === true}
      isLaunching={!allows(phase, 'sendChat')}
      close={close}
    />
  );
}

interface ChatFormProps extends Pick<ChatScreenProps, 'close'> {
  readonly byKey: boolean;
  /** Whether a launch in progress blocks sending. */
  readonly isLaunching: boolean;
}

function ChatForm({ byKey, isLaunching, close }: ChatFormProps) {
  const { info } = useLoaderContext();
  const texts = useCopy();
  const copy = texts.chat;
  const { chat, failure, show } = useChat();
  const { command, text, edit, field, send, errors } = useMessage(show);
  const lead = byKey ? copy.leadByKey : copy.lead;
  return (
    <FormScreen
      title={copy.title}
      lead={fill(lead, { brand: info.brand.name })}
      errors={errors}
      pending={isLaunching || command.pending}
      label={copy.send}
      busyLabel={isLaunching ? texts.ready.launching : copy.sending}
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
        {...errors.of('message')}
        hint={
          text.length > showLengthFrom
            ? fill(copy.length, lengthFacts(texts, text.length))
            : copy.hint
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

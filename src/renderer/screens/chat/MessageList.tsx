// List of chat messages as plain text, newest last. It scrolls to new messages unless the user has
// scrolled back.
import { useLayoutEffect, useRef } from 'react';
import { formatDateTime } from '../../../copy/dates.ts';
import type { Chat, ChatMessage } from '../../../shared/chat.ts';
import type { Failure } from '../../../shared/failure.ts';
import { useCopy } from '../../bridge/loader-context.ts';
import { FailureBox } from '../../ui/FailureBox.tsx';

export interface MessageListProps {
  readonly chat: Chat | null;
  readonly failure: Failure | null;
}

/** Within this distance from the end, in pixels, the list counts as scrolled to the end. */
const endTolerancePx = 24;

/** Scrolls to the first new message or the end, then follows the end. */
function useScrollPosition(chat: Chat | null) {
  const list = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const isPositioned = useRef(false);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null || chat === null || !atEnd.current) return;
    element.scrollTop = element.scrollHeight;
    if (isPositioned.current) return;
    isPositioned.current = true;
    const mark = element.querySelector<HTMLElement>('.new-line');
    if (mark !== null) element.scrollTop = Math.min(element.scrollTop, mark.offsetTop);
  }, [chat]);
  const onScroll = () => {
    const element = list.current;
    if (element === null) return;
    const { scrollHeight, scrollTop, clientHeight } = element;
    atEnd.current = scrollHeight - scrollTop - clientHeight < endTolerancePx;
  };
  return { list, onScroll };
}

export function MessageList({ chat, failure }: MessageListProps) {
  const { chat: copy } = useCopy();
  const { list, onScroll } = useScrollPosition(chat);
  return (
    <div>
      <div
        className="sheet chat"
        role="region"
        aria-label={copy.messages}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards must scroll it
        tabIndex={0}
        ref={list}
        onScroll={onScroll}
      >
        {chat === null ? (
          failure === null ? (
            <p className="small">{copy.reading}</p>
          ) : (
            <FailureBox key={failure.reportId} failure={failure} operation="screen" />
          )
        ) : chat.messages.length === 0 ? (
          <p className="small">{copy.empty}</p>
        ) : (
          <Messages messages={chat.messages} />
        )}
      </div>
      <p className="small stale">{chat !== null && failure !== null && copy.stale}</p>
    </div>
  );
}

function Messages({ messages }: Pick<Chat, 'messages'>) {
  const { chat: copy } = useCopy();
  const first = messages.findIndex(({ isNew }) => isNew);
  return (
    <ol>
      {messages.map((message, index) => (
        // The index works as the key, because the rows hold no state.
        <li key={index} className={message.isNew ? 'fresh' : undefined}>
          {index === first && <p className="new-line">{copy.newMessages}</p>}
          <Message message={message} />
        </li>
      ))}
    </ol>
  );
}

function Message({ message: { author, text, at, isOwn } }: { readonly message: ChatMessage }) {
  const copy = useCopy();
  return (
    <>
      <p className="who small">
        <bdi>{author}</bdi>
        {isOwn && <span className="chip">{copy.chat.you}</span>}
        <time dateTime={new Date(at).toISOString()}>{formatDateTime(copy, at)}</time>
      </p>
      <p className="said" dir="auto">
        {text}
      </p>
    </>
  );
}

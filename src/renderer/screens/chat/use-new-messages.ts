// Announces new messages to screen readers once: one by its author, several by their number.
import { useEffect, useRef } from 'react';
import { pluralize, fill } from '../../../copy/sentences.ts';
import type { Chat } from '../../../shared/chat.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';

export function useNewMessages(chat: Chat | null): void {
  const { announce } = useLoaderContext();
  const { chat: copy, locale } = useCopy();
  const newest = useRef<number | null>(null);
  useEffect(() => {
    if (chat === null) return;
    const before = newest.current;
    newest.current = Math.max(before ?? 0, chat.messages.at(-1)?.at ?? 0);
    const added = chat.messages.filter(({ isOwn, isNew, at }) =>
      before === null ? isNew : !isOwn && at > before,
    );
    const [only] = added;
    if (only === undefined) return;
    announce(
      added.length === 1
        ? fill(copy.newMessageFrom, { name: only.author })
        : pluralize(locale, copy.newMessageCount, added.length, {}),
    );
  }, [chat, copy, locale, announce]);
}

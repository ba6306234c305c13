// Announces new messages once: a single message by its author, several by their number.
import { useEffect, useRef } from 'react';
import { counted, fill } from '../../../copy/sentences.ts';
import type { Chat } from '../../../shared/chat.ts';
import { useCopy, useParts } from '../../bridge/loader-context.ts';

export function useNewMessages(chat: Chat | null): void {
  const { say } = useParts();
  const { chat: copy, locale } = useCopy();
  const newest = useRef<number | null>(null);
  useEffect(() => {
    if (chat === null) return;
    const before = newest.current;
    newest.current = Math.max(before ?? 0, chat.messages.at(-1)?.at ?? 0);
    const heard = chat.messages.filter(({ own, fresh, at }) =>
      before === null ? fresh : !own && at > before,
    );
    const [only] = heard;
    if (only === undefined) return;
    say(
      heard.length === 1
        ? fill(copy.heardFrom, { name: only.author })
        : counted(locale, copy.heard, heard.length, {}),
    );
  }, [chat, copy, locale, say]);
}

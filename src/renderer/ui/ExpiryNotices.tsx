// Notices that a subscription ends soon. They appear three days before the end and on the last day.
import { Clock } from 'lucide';
import { useState } from 'react';
import type { Copy } from '../../copy/copy.ts';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { useRenewalOptions } from '../bridge/use-offered.ts';
import { formatTimeUntil } from '../../copy/dates.ts';
import { soonMs } from '../../copy/ready-texts.ts';
import { joinTitleAndText } from '../../copy/join-title-and-text.ts';
import { fill, joinSentences } from '../../copy/sentences.ts';
import { endsSoonText } from '../../copy/state-texts.ts';
import type { EndingSubscription } from '../../shared/ending.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { LinkButton } from './LinkButton.tsx';
import { useAnnouncement } from './use-live-region.ts';

export interface ExpiryNoticesProps {
  /** The service's time in unix milliseconds, or null if unknown. */
  readonly now: number | null;
}

export function ExpiryNotices({ now }: ExpiryNoticesProps) {
  const copy = useCopy();
  const { endings } = useLoaderContext().session;
  const shown = endings.flatMap((ending) =>
    now !== null && ending.expiresAt > now ? [{ ...ending, leftMs: ending.expiresAt - now }] : [],
  );
  useAnnouncementOnce(shown.map(({ id, ...one }) => ({ id, text: announcementOf(copy, one) })));
  return shown.map((one) => <ExpiryNotice key={one.id} ending={one} />);
}

type ShownEnding = EndingSubscription & { readonly leftMs: number };

function titleOf(copy: Copy, { name, leftMs }: Pick<ShownEnding, 'name' | 'leftMs'>): string {
  return fill(copy.notice.endsSoon, { name, when: formatTimeUntil(copy, leftMs) });
}

function announcementOf(copy: Copy, ending: Pick<ShownEnding, 'name' | 'leftMs'>): string {
  return joinTitleAndText(copy, titleOf(copy, ending), null);
}

/** Announces each notice when it appears, but not the changes of its remaining time. */
function useAnnouncementOnce(all: readonly { readonly id: string; readonly text: string }[]): void {
  const ids = all.map(({ id }) => id);
  const [last, setLast] = useState<{ ids: readonly string[]; text: string | null }>({
    ids: [],
    text: null,
  });
  if (ids.join() !== last.ids.join()) {
    const added = all.filter(({ id }) => !last.ids.includes(id)).map(({ text }) => text);
    setLast({ ids, text: added.length > 0 ? joinSentences(...added) : last.text });
  }
  useAnnouncement(last.text);
}

function ExpiryNotice({ ending }: { readonly ending: ShownEnding }) {
  const { id, expiresAt, leftMs } = ending;
  const { bridge } = useLoaderContext();
  const copy = useCopy();
  const { links, notice } = copy;
  const lastDay = leftMs <= soonMs.lastDay;
  return (
    <Message
      tone={lastDay ? 'danger' : 'warning'}
      icon={Clock}
      title={titleOf(copy, ending)}
      text={endsSoonText(copy, expiresAt, expiresAt - leftMs, useRenewalOptions())}
      dismiss={{ label: notice.dismiss, onDismiss: () => void bridge.closeEndingNotice({ id }) }}
    >
      <p className="tools">
        <LinkButton name="renew" kind="quiet" label={links.renew} />
        {!lastDay && (
          <Button kind="quiet" onClick={() => void bridge.remindTomorrow({ id })}>
            {notice.remindTomorrow}
          </Button>
        )}
      </p>
    </Message>
  );
}

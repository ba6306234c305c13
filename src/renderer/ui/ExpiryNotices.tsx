// Says three days ahead, and again on the last day, that a subscription ends.
import { Clock } from 'lucide';
import { useLaterCopy } from '../bridge/later-copy.ts';
import { dateAndTime, inWords } from '../../copy/dates.ts';
import { soonMs } from '../../copy/ready-words.ts';
import { fill } from '../../copy/sentences.ts';
import type { Subscription } from '../../shared/session.ts';
import { Message } from '../kit/Message.tsx';
import { LinkButton } from './LinkButton.tsx';

export interface ExpiryNoticesProps {
  readonly subscriptions: readonly Subscription[];
  /** The service's time; null: unknown. */
  readonly now: number | null;
}

export function ExpiryNotices({ subscriptions, now }: ExpiryNoticesProps) {
  const copy = useLaterCopy();
  const { links, notice } = copy;
  const ending = subscriptions.flatMap(({ name, expiresAt, lifetime }) => {
    if (lifetime || expiresAt === null || now === null) return [];
    const leftMs = expiresAt - now;
    return leftMs > 0 && leftMs <= soonMs.notice ? [{ name, expiresAt, leftMs }] : [];
  });
  return ending.map(({ name, expiresAt, leftMs }, index) => (
    <Message
      key={index}
      tone={leftMs <= soonMs.lastDay ? 'danger' : 'warning'}
      icon={Clock}
      title={fill(notice.endsSoon, { name, when: inWords(copy, leftMs) })}
      text={fill(notice.endsSoonText, { date: dateAndTime(copy, expiresAt) })}
    >
      <p className="tools">
        <LinkButton name="renew" kind="quiet" label={links.renew} />
      </p>
    </Message>
  ));
}

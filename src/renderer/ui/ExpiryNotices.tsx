// Says three days ahead, and again on the last day, that a subscription ends.
import { fill } from '../copy/fill.ts';
import type { Subscription } from '../../shared/session.ts';
import { dateAndTime, lengthInWords } from '../copy/dates.ts';
import { linkCopy } from '../copy/links.ts';
import { noticeCopy } from '../copy/notices.ts';
import { soonMs } from '../copy/ready.ts';
import { LinkButton } from './LinkButton.tsx';
import { NoticeLine, noticeIcons } from './Notices.tsx';

export interface ExpiryNoticesProps {
  readonly subscriptions: readonly Subscription[];
  /** The service's time; null: unknown. */
  readonly now: number | null;
}

export function ExpiryNotices({ subscriptions, now }: ExpiryNoticesProps) {
  const ending = subscriptions.flatMap(({ name, expiresAt, lifetime }) => {
    if (lifetime || expiresAt === null || now === null) return [];
    const leftMs = expiresAt - now;
    return leftMs > 0 && leftMs <= soonMs.notice ? [{ name, expiresAt, leftMs }] : [];
  });
  return ending.map(({ name, expiresAt, leftMs }, index) => (
    <NoticeLine
      key={index}
      tone={leftMs <= soonMs.lastDay ? 'danger' : 'warning'}
      icon={noticeIcons.soon}
      title={fill(noticeCopy.endsSoon, { name, left: lengthInWords(leftMs) })}
      text={fill(noticeCopy.endsSoonText, { date: dateAndTime(expiresAt) })}
    >
      <p className="tools">
        <LinkButton name="renew" kind="quiet" label={linkCopy.renew} />
      </p>
    </NoticeLine>
  ));
}

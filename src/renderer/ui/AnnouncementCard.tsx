// Card with the seller's announcement: its text, and title, date and link if the seller gave them.
import type { Announcement } from '../../shared/announcement.ts';
import { formatDay } from '../../copy/dates.ts';
import { useCopy } from '../bridge/loader-context.ts';
import { OpenButton } from './LinkButton.tsx';

export function AnnouncementCard({ announcement }: { readonly announcement: Announcement }) {
  const copy = useCopy();
  const { title, text, date, link } = announcement;
  return (
    <section className="sheet home-card announcement" aria-label={copy.ready.announcement}>
      <div className="home-card-head">
        {title !== null && (
          <h2 className="headline" dir="auto">
            {title}
          </h2>
        )}
        {date !== null && (
          <time className="small" dateTime={date}>
            {formatDay(copy, date)}
          </time>
        )}
      </div>
      {/* SECURITY: the seller's text is rendered as plain text. */}
      <p className="small" dir="auto">
        {text}
      </p>
      {link !== null && (
        <p className="home-card-acts">
          <OpenButton name="announcement" address={link} kind="quiet" label={copy.ready.readMore} />
        </p>
      )}
    </section>
  );
}

// The seller's announcement (docs/selling.md#announcements).
import { Megaphone } from 'lucide';
import { ButtonLink } from '@latchkey/kit/ButtonLink.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { isHttps, readAnnouncement } from '@latchkey/protocol/announcement.ts';
import { useSession } from '../client/session.ts';
import { useLanguage } from '../copy/language.ts';

export function Announcement() {
  const { announcement } = useSession().me;
  const { copy, formats } = useLanguage();
  if (announcement.trim() === '') return null;
  const { title, text, date, url } = readAnnouncement(announcement);
  const day = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) / 1000 : Number.NaN;
  const shownDay = Number.isNaN(day) ? '' : formats.day(day);
  return (
    <Message
      tone="neutral"
      icon={Megaphone}
      title={title === '' ? copy.downloads.announcement : title}
      text={[shownDay, text].filter((part) => part !== '').join(' · ')}
    >
      {isHttps(url) && (
        <p>
          <ButtonLink kind="quiet" href={url}>
            {copy.downloads.openLink(new URL(url).host)}
          </ButtonLink>
        </p>
      )}
    </Message>
  );
}

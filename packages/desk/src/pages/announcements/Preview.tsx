// What users see of an announcement on the home screen of the loader.
import { Megaphone } from 'lucide';
import { Icon } from '@latchkey/kit/Icon.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { useCopy, useFormats } from '../../copy/language.ts';
import { isHttps, type Announcement } from '@latchkey/protocol/announcement.ts';

export function Preview({ announcement }: { readonly announcement: Announcement }) {
  const { announcements } = useCopy();
  const formats = useFormats();
  const { title, text, date, url } = announcement;
  const isEmpty = title === '' && text === '';
  return (
    <Sheet title={announcements.preview}>
      <SheetPart>
        {isEmpty ? (
          <p className="small">{announcements.nothing}</p>
        ) : (
          <div className="announcement">
            <Icon icon={Megaphone} size={18} />
            <div>
              {title !== '' && (
                <p className="headline">
                  <bdi>{title}</bdi>
                </p>
              )}
              <p className="announcement-text">
                <bdi>{text}</bdi>
              </p>
              {date !== '' && <p className="small">{formats.day(date, 'day')}</p>}
              {isHttps(url) && <p className="small">{announcements.readMore(new URL(url).host)}</p>}
            </div>
          </div>
        )}
      </SheetPart>
    </Sheet>
  );
}

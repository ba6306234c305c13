// Writes and checks the value of an announcement (docs/selling.md#announcements).
import { isHttps, type Announcement } from '@latchkey/protocol/announcement.ts';
import { maxVariableLength } from '@latchkey/protocol/limits.ts';

/** Plain text if nothing else is set, because older loaders show JSON as text. */
export function writeAnnouncement({ title, text, date, url }: Announcement): string {
  if (title === '' && date === '' && url === '') return text;
  const fields = Object.entries({ title, text, date, url });
  return JSON.stringify(Object.fromEntries(fields.filter(([, value]) => value !== '')));
}

export type AnnouncementProblem = 'text-missing' | 'title-long' | 'url-wrong' | 'too-long';

export function problemOf(announcement: Announcement): AnnouncementProblem | null {
  const { title, text, url } = announcement;
  if (text.trim() === '') return 'text-missing';
  if (title.length > 100) return 'title-long';
  if (url !== '' && !isHttps(url)) return 'url-wrong';
  return writeAnnouncement(announcement).length > maxVariableLength ? 'too-long' : null;
}

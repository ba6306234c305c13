// The value of an announcement: plain text, or JSON with a title, a date and a link
// (docs/selling.md#announcements).
import { maxVariableLength } from '@latchkey/protocol/limits.ts';

export interface Announcement {
  readonly title: string;
  readonly text: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly date: string;
  /** An https address, or empty. */
  readonly url: string;
}

const nothingAnnounced: Announcement = { title: '', text: '', date: '', url: '' };

export function readAnnouncement(value: string): Announcement {
  const parsed = parseObject(value);
  const text = parsed?.['text'];
  if (parsed === null || typeof text !== 'string') return { ...nothingAnnounced, text: value };
  const field = (name: string) => {
    const found = parsed[name];
    return typeof found === 'string' ? found : '';
  };
  return { text, title: field('title'), date: field('date'), url: field('url') };
}

function parseObject(value: string): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : null;
  } catch {
    return null;
  }
}

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

export function isHttps(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}

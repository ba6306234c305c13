// Reads the value of an announcement: plain text, or JSON with a title, a date and a link
// (docs/selling.md#announcements).

/** The usual variable. A loader reads the one that its configuration names. */
export const announcementVariable = 'announcement';

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

export function isHttps(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}

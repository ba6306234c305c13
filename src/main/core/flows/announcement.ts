// Reads the seller's announcement for a signed-in user. Failures are only logged.
import { z } from 'zod';
import type { Announcement } from '../../../shared/announcement.ts';
import { type Action } from '../command-runner.ts';
import { httpsAddress } from '@latchkey/client/https-address.ts';
import { cleanLines, cleanName } from '@latchkey/client/seller-text.ts';
import { type CoreParts } from '../parts.ts';

export type AnnouncementParts = Pick<CoreParts, 'config' | 'log' | 'serviceSession'>;

/** Returns false if a command interrupted the reading. */
export async function readAnnouncement(core: AnnouncementParts, action: Action): Promise<boolean> {
  const varid = core.config.announcementVariable;
  if (varid === undefined) return true;
  action.limit();
  const reply = await core.serviceSession.requestSignedIn(action, 'var', { varid });
  if (!action.isLive()) return false;
  if (reply.ok)
    action.move({ kind: 'announcement-read', announcement: announcementOf(reply.value.message) });
  else core.log.info('announcement not read', { code: reply.refusal.facts.code });
  return true;
}

/** A longer value is not parsed: it is plain text. */
const maxJsonLength = 8000;

const structured = z.object({
  text: z.string().max(4000),
  title: z.string().max(100).optional(),
  date: z.iso.date().optional(),
  /** SECURITY: any host, but only https, and no user name that disguises the host. */
  url: z
    .string()
    .refine((url) => httpsAddress(url) !== null)
    .optional(),
});

/** Returns null if no readable text is left. A value without the documented JSON is plain text. */
function announcementOf(value: string): Announcement | null {
  const parsed = structured.safeParse(jsonIn(value));
  if (!parsed.success) {
    const text = cleanLines(value);
    return text === null ? null : { text, title: null, date: null, link: null };
  }
  const { title = null, date = null, url = null } = parsed.data;
  const text = cleanLines(parsed.data.text);
  const link = httpsAddress(url);
  return text === null ? null : { text, title: cleanName(title) || null, date, link };
}

function jsonIn(value: string): unknown {
  if (!value.trimStart().startsWith('{') || value.length > maxJsonLength) return null;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

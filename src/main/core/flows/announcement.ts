// Reads the seller's announcement for a signed-in user. Failures are only logged.
import { type Action } from '../command-runner.ts';
import { cleanLines } from '@latchkey/client/seller-text.ts';
import { type CoreParts } from '../parts.ts';

export type AnnouncementParts = Pick<CoreParts, 'config' | 'log' | 'serviceSession'>;

/** Returns false if a command interrupted the reading. */
export async function readAnnouncement(core: AnnouncementParts, action: Action): Promise<boolean> {
  const varid = core.config.announcementVariable;
  if (varid === undefined) return true;
  action.limit();
  const reply = await core.serviceSession.requestSignedIn(action, 'var', { varid });
  if (!action.isLive()) return false;
  if (reply.ok) action.move({ kind: 'announcement-read', text: cleanLines(reply.value.message) });
  else core.log.info('announcement not read', { code: reply.refusal.facts.code });
  return true;
}

// Mails a change of an account to its user (docs/helping.md#mails-about-changes).
import type { Database } from '../../database/schema.ts';
import type { Mailer } from '../../outbound/mail.ts';
import type { ServiceSecret } from '../../secrets/service-secret.ts';
import { readEvents, type StoredEvent } from './stored-events.ts';
import type { EventTexts } from './event-texts.ts';
import { openAddress } from './mail-addresses.ts';

const hour = 3600;
/** Anyone can register with the e-mail of another person, so mails could flood that address. */
const maxMailsPerHour = 5;

interface MailCall {
  readonly mailer: Mailer | null;
  readonly secret: ServiceSecret;
  /** Unix seconds. */
  readonly now: number;
}

interface MailedEvent {
  readonly userId: string;
  readonly eventId: string;
  /** Sealed; gets the mail instead of the user's address. */
  readonly formerAddress: string | null;
}

/**
 * Sends the mail about an event, without waiting for the mail server. Sends nothing if the event
 * was rolled back.
 */
export async function mailEvent(
  { mailer, secret, now }: MailCall,
  db: Database,
  { userId, eventId, formerAddress }: MailedEvent,
): Promise<void> {
  if (mailer === null) return;
  const user = await db
    .selectFrom('users')
    .innerJoin('applications', 'applications.id', 'users.applicationId')
    .select(['users.mailAddress', 'users.accountEvents', 'applications.name'])
    .where('users.id', '=', userId)
    .where('applications.accountMails', '=', 1)
    .executeTakeFirst();
  const events = readEvents(user?.accountEvents ?? null);
  const event = events.find(({ id }) => id === eventId);
  const address = formerAddress ?? user?.mailAddress;
  if (user === undefined || event === undefined || typeof address !== 'string') return;
  // A former address gets one mail for each code that a new one received, and must not miss it.
  const isLimited = formerAddress === null;
  if (isLimited && events.filter(({ at }) => at > now - hour).length > maxMailsPerHour) return;
  const { to, texts } = openAddress(secret, userId, address);
  void mailer.send({
    to,
    subject: texts.subject(user.name),
    text: textOf(texts, event, user.name),
  });
}

function textOf(
  texts: EventTexts,
  { event, at, by, computer }: StoredEvent,
  application: string,
): string {
  const name = plainName(computer);
  const where = event === 'computer-removed' ? texts.removed : texts.madeOn;
  const facts = [texts.at(timeOf(at)), ...(name === '' ? [] : [where(name)])];
  return [
    texts.events[event](application),
    facts.join('\n'),
    ...(by === 'seller' ? [texts.bySeller(application)] : []),
    (event === 'deletion-requested' ? texts.keepAccount : texts.notYou)(application),
    '',
  ].join('\n\n');
}

/** Returns a UTC time, such as `2026-11-26 05:40 UTC`. */
function timeOf(at: number): string {
  return `${new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** SECURITY: mail programs would make a link of a name that looks like a URL. */
function plainName(computer: string): string {
  return /[./:@\\]/.test(computer) ? '' : computer;
}

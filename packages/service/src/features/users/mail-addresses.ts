// Stores the e-mails of users, for mails about changes of their account
// (docs/helping.md#mails-about-changes). SECURITY: only with the setting `accountmails`, and
// sealed. Otherwise the service has only hashes of e-mails (emails.ts).
import type { ApplicationRow, Database } from '../../database/schema.ts';
import type { Mailer } from '../../outbound/mail.ts';
import { openAt, sealAt } from '../../secrets/at-rest.ts';
import type { ServiceSecret } from '../../secrets/service-secret.ts';
import { english, german } from './event-texts.ts';
import { preferredLanguage } from './languages.ts';

interface AddressCall {
  readonly mailer: Mailer | null;
  readonly secret: ServiceSecret;
  readonly application: Pick<ApplicationRow, 'accountMails'>;
  /** The language of the user's program. Undefined in the seller API. */
  readonly acceptLanguage?: string | undefined;
}

/**
 * Returns the column of a user with this e-mail: null for none, with the setting off, or if the
 * service cannot send mail.
 */
export function sealAddress(
  { mailer, secret, application, acceptLanguage }: AddressCall,
  userId: string,
  email: string,
): string | null {
  const to = email.trim();
  if (mailer === null || application.accountMails === 0 || to === '') return null;
  const { code } = preferredLanguage([english, german], acceptLanguage);
  return sealAt(secret, 'mail addresses', [userId], `${code} ${to}`);
}

/** Stores the e-mail of a user who has one, if the setting is on. */
export async function storeAddress(
  call: AddressCall & { readonly db: Database },
  userId: string,
  email: string,
): Promise<void> {
  const mailAddress = sealAddress(call, userId, email);
  if (mailAddress === null) return;
  await call.db.updateTable('users').set({ mailAddress }).where('id', '=', userId).execute();
}

/** The texts are in the language that the user had when the e-mail was stored. */
export function openAddress(secret: ServiceSecret, userId: string, sealed: string) {
  const text = openAt(secret, 'mail addresses', [userId], sealed);
  const [code = '', to = ''] = text.split(' ');
  return { to, texts: preferredLanguage([english, german], code) };
}

const batchSize = 1000;

/** Deletes the stored e-mails of an application, in short statements. */
export async function deleteAddresses(db: Database, applicationId: string): Promise<void> {
  for (;;) {
    const some = db
      .selectFrom('users')
      .select('id')
      .where('applicationId', '=', applicationId)
      .where('mailAddress', 'is not', null)
      .limit(batchSize);
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ mailAddress: null })
      .where('id', 'in', some)
      .executeTakeFirst();
    if (numUpdatedRows < BigInt(batchSize)) return;
  }
}

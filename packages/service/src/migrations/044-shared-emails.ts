// Adds the setting `sharedemails`, and which e-mails a mailed link has confirmed.
import type { Kysely } from 'kysely';
import { addNumber, addText } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addText(db, 'applications', 'sharedEmails', 'refuse');
  await addNumber(db, 'users', 'emailConfirmed', 0);
  await addText(db, 'passwordResets', 'emailHash');
}

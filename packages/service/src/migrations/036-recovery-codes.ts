// Adds recovery codes, the changes of an account that its user sees, and mails about them.
import type { Kysely } from 'kysely';
import { addNumber, addText } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addNumber(db, 'applications', 'recoveryCodes', 0);
  await addText(db, 'users', 'recoveryCodes');
  await addText(db, 'users', 'recoveryPending');
  await addText(db, 'users', 'accountEvents');
  await addNumber(db, 'applications', 'accountMails', 0);
  await addText(db, 'users', 'mailAddress');
}

// Adds the setting `sharedemails`, and which e-mails a mailed link has confirmed.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable('applications')
    .addColumn('sharedEmails', 'text', (column) => column.notNull().defaultTo('refuse'))
    .execute();
  await schema
    .alterTable('users')
    .addColumn('emailConfirmed', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.alterTable('passwordResets').addColumn('emailHash', 'text').execute();
}

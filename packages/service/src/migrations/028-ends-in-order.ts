// Mutes and links to passwords in the order in which they end: the sweep asks for those that are over, and not for all there are.
// Never changed once released: a later change is a migration of its own.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('chatMutesEnd').on('chatMutes').columns(['mutedUntil']).execute();
  await db.schema
    .createIndex('passwordResetsEnd')
    .on('passwordResets')
    .columns(['expiresAt'])
    .execute();
}

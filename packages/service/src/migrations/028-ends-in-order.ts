// Indexes mutes and password reset links by their end, so that the sweep reads expired ones only.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('chatMutesEnd').on('chatMutes').columns(['mutedUntil']).execute();
  await db.schema
    .createIndex('passwordResetsEnd')
    .on('passwordResets')
    .columns(['expiresAt'])
    .execute();
}

// Indexes more lists in the order of their answers, so that any page of a list is found directly.
import type { Kysely } from 'kysely';

const indexes = [
  ['tokensListed', 'tokens', ['applicationId', 'createdAt', 'token']],
  ['blacklistListed', 'blacklist', ['applicationId', 'createdAt', 'kind', 'data']],
  ['whitelistListed', 'whitelist', ['applicationId', 'createdAt', 'ip']],
  ['deliveriesListed', 'deliveries', ['applicationId', 'createdAt desc', 'id']],
  ['deliveriesOfTarget', 'deliveries', ['applicationId', 'webid', 'createdAt desc', 'id']],
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, table, columns] of indexes)
    await db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .execute();
  // Redundant: the new index has these columns as its prefix.
  await db.schema.dropIndex('deliveriesCreated').execute();
}

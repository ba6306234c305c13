// Other long lists in the order in which they are told, so that any part of one is found where it begins.
// Never changed once released: a later change is a migration of its own.
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
  // Its columns are the first ones of another one now.
  await db.schema.dropIndex('deliveriesCreated').execute();
}

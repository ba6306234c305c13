// Adds the idempotency records of requests with a challenge (docs/protocol.md#idempotent-requests).
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('repeats')
    .addColumn('request', 'text', (column) => column.primaryKey())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('claim', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text')
    .addColumn('claimedUntil', 'bigint', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('repeatsExpiresAt').on('repeats').column('expiresAt').execute();
}

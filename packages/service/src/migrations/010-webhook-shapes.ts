// Adds the form of a webhook's deliveries, and up to when it was told about ended subscriptions.
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhooks add column shape text not null default 'json'`.execute(db);
  await sql`alter table webhooks add column expiry_seen_at bigint not null default 0`.execute(db);
}

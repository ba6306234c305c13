// Indexes tokens by their owner, and keys by their order where they have one.
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index tokens_owner on tokens (application_id, kind, assigned)`.execute(db);
  // Most keys have no order. SQLite would think that each order has as many keys.
  await sql`drop index licenses_order`.execute(db);
  await sql`
    create index licenses_order on licenses (application_id, order_number)
    where order_number is not null`.execute(db);
}

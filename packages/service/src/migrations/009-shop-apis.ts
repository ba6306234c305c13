// Adds what the service needs for the APIs of shops: the seller's token, comparisons with the shop's
// list of orders, and the tries of events that could not be applied. Finds orders by their buyer.
import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table shops add column token text not null default ''`,
  `alter table shops add column last_refund_at bigint`,
  `alter table shops add column reconcile_at bigint`,
  `alter table shops add column reconcile_since bigint`,
  `alter table shops add column reconciled_at bigint`,
  `alter table shops add column reconciled_count bigint not null default 0`,
  `alter table shops add column api_fault text not null default ''`,
  `create index shops_reconcile on shops (reconcile_at)`,
  `create index shop_orders_buyer on shop_orders (application_id, buyer_hash, created_at desc)`,
  `alter table shop_events add column attempts bigint not null default 0`,
  `alter table shop_events add column next_at bigint not null default 0`,
  `alter table shop_events add column fault text not null default ''`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

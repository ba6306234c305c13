// Adds what payments of connected shops brought in and gave back, and what an order bought.
import { sql, type Kysely } from 'kysely';

const statements = [
  `create table shop_revenue (
    order_id text not null references shop_orders (id) on delete cascade,
    payment text not null,
    kind text not null,
    application_id text not null references applications (id) on delete cascade,
    at bigint not null,
    currency text not null,
    amount bigint not null,
    constraint shop_revenue_payment primary key (order_id, payment, kind)
  )`,
  `create index shop_revenue_at on shop_revenue (application_id, at, currency, amount)`,
  `alter table shop_orders add column items text not null default ''`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

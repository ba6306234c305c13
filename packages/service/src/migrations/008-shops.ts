// Adds connected shops: their events, orders, the keys of orders, and the mails with them.
import { sql, type Kysely } from 'kysely';

const statements = [
  `create table shops (
    id text primary key,
    application_id text not null references applications (id) on delete cascade,
    kind text not null,
    address text not null,
    secrets text not null,
    takes_tests bigint not null default 0,
    language text not null default 'en',
    mail_subject text not null default '',
    mail_text text not null default '',
    created_at bigint not null,
    last_event_at bigint
  )`,
  `create index shops_application on shops (application_id)`,
  `create table shop_products (
    shop_id text not null references shops (id) on delete cascade,
    product text not null,
    plan_id text not null references plans (id) on delete cascade,
    seconds bigint not null,
    amount bigint not null,
    constraint shop_products_product primary key (shop_id, product)
  )`,
  `create index shop_products_plan on shop_products (plan_id)`,
  `create table shop_orders (
    id text primary key,
    application_id text not null references applications (id) on delete cascade,
    shop_id text not null references shops (id) on delete cascade,
    state text not null,
    attention text not null default '',
    amount bigint not null,
    currency text not null,
    buyer text not null default '',
    buyer_hash text,
    created_at bigint not null
  )`,
  `create index shop_orders_listed on shop_orders (application_id, created_at desc, id)`,
  `create index shop_orders_attention on shop_orders (application_id, created_at desc, id)
    where attention <> ''`,
  `create index shop_orders_shop on shop_orders (shop_id)`,
  `create table shop_events (
    shop_id text not null references shops (id) on delete cascade,
    id text not null,
    order_id text references shop_orders (id) on delete cascade,
    is_new bigint not null default 1,
    at bigint not null,
    received_at bigint not null,
    facts text not null,
    constraint shop_events_id primary key (shop_id, id)
  )`,
  `create index shop_events_order on shop_events (order_id)`,
  `create index shop_events_new on shop_events (shop_id) where is_new = 1`,
  `create index shop_events_listed on shop_events (shop_id, received_at desc, id)`,
  `create table shop_ids (
    shop_id text not null references shops (id) on delete cascade,
    provider_id text not null,
    event_id text not null,
    constraint shop_ids_id primary key (shop_id, provider_id, event_id)
  )`,
  `create table shop_units (
    order_id text not null references shop_orders (id) on delete cascade,
    payment text not null,
    line bigint not null,
    unit bigint not null,
    plan_id text not null,
    seconds bigint not null,
    state text not null,
    license_key text not null default '',
    taken bigint,
    constraint shop_units_unit primary key (order_id, payment, line, unit)
  )`,
  `create table shop_mails (
    order_id text not null references shop_orders (id) on delete cascade,
    payment text not null,
    kind text not null,
    state text not null,
    attempts bigint not null default 0,
    next_at bigint not null,
    created_at bigint not null,
    constraint shop_mails_payment primary key (order_id, payment, kind)
  )`,
  `create index shop_mails_due on shop_mails (next_at) where state = 'queued'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

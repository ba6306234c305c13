// Adds the balances of resellers by level and duration, their entries, and the account that made a
// license. The seven counters of an account become opening entries for every level.
import { sql, type ColumnDefinitionBuilder, type Kysely } from 'kysely';
import { addNumber, addText } from './columns.ts';

/** The names of durations by the former counters. */
const durations = {
  day: 'day',
  week: 'week',
  month: 'month',
  three_month: 'threemonth',
  six_month: 'sixmonth',
  year: 'year',
  lifetime: 'lifetime',
} as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('balances')
    .addColumn('accountId', 'text', ofAccount)
    .addColumn('level', 'text', (column) => column.notNull())
    .addColumn('duration', 'text', (column) => column.notNull())
    .addColumn('granted', 'bigint', (column) => column.notNull())
    .addColumn('used', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('balancesKind', ['accountId', 'level', 'duration'])
    .execute();
  await db.schema
    .createTable('balanceEntries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('accountId', 'text', ofAccount)
    .addColumn('writtenAt', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('level', 'text', (column) => column.notNull())
    .addColumn('duration', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('balanceEntriesAccount')
    .on('balanceEntries')
    .columns(['accountId', 'writtenAt', 'id'])
    .execute();
  await openBalances(db);
  await db.schema
    .alterTable('licenses')
    .addColumn('accountId', 'text', (column) =>
      column.references('accounts.id').onDelete('set null'),
    )
    .execute();
  await addText(db, 'licenses', 'charge');
  await addNumber(db, 'licenses', 'isCharged', 0);
  await sql`
    create index licenses_account on licenses (account_id, created_at)
    where account_id is not null`.execute(db);
}

async function openBalances(db: Kysely<unknown>): Promise<void> {
  for (const [counter, duration] of Object.entries(durations)) {
    const column = sql.raw(counter);
    await sql`
      insert into balances (account_id, level, duration, granted, used)
      select id, '', ${duration}, ${column}, 0 from accounts where ${column} > 0`.execute(db);
    await sql`
      insert into balance_entries (id, account_id, written_at, kind, level, duration, amount, actor)
      select id || ${` opening ${duration}`}, id, created_at, 'opening', '', ${duration}, ${column}, ''
      from accounts where ${column} > 0`.execute(db);
    await sql`alter table accounts drop column ${column}`.execute(db);
  }
}

const ofAccount = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('accounts.id').onDelete('cascade');

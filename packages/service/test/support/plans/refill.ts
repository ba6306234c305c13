// Replaces the rows of a small service by those of one application with a row of every kind.
import { sql } from 'kysely';
import { isPostgresql } from '../../../src/database/in-list.ts';
import type { Database } from '../../../src/database/schema.ts';
import { addUsageRows, fillApplication } from '../full-application.ts';
import { ownApplicationId, ownApplicationRow } from '../own-application.ts';
import { mark } from '../requests-from-spec.ts';
import { tableNames } from '../table-dump.ts';

export type State = 'unused' | 'used' | 'banned';

/** All tables but the facts, such as the signing key of the service. */
const tables = tableNames.filter((name) => name !== 'facts');

/** The states whose rows are in copies of the tables: inserting them again takes much longer. */
const copied = new WeakMap<Database, Set<State>>();
let revision = 0;

export async function refill(db: Database, state: State): Promise<void> {
  const states = copied.get(db) ?? new Set();
  copied.set(db, states);
  if (!states.has(state)) {
    await db.transaction().execute((all) => fill(all, state));
    for (const name of tables)
      await sql`create table ${copyOf(name, state)} as select * from ${sql.table(name)}`.execute(
        db,
      );
    states.add(state);
  } else await restore(db, state);
  // So that the service does not use the application that it has in memory.
  revision += 1;
  await db.updateTable('applications').set({ revision }).execute();
}

const copyOf = (name: string, state: State) => sql.table(`${name}Copy${state}`);

async function restore(db: Database, state: State): Promise<void> {
  const statements = [
    ...tables.map((name) => sql`delete from ${sql.table(name)}`),
    ...tables.map(
      (name) => sql`insert into ${sql.table(name)} select * from ${copyOf(name, state)}`,
    ),
  ];
  if (isPostgresql(db)) {
    // Foreign keys are triggers, which a replica does not run.
    const all = sql.join(statements, sql`; `);
    await sql`do $$ begin set local session_replication_role = replica; ${all}; end $$`.execute(db);
    return;
  }
  await db.transaction().execute(async (transaction) => {
    await sql`pragma defer_foreign_keys = on`.execute(transaction);
    for (const statement of statements) await statement.execute(transaction);
  });
}

async function fill(db: Database, state: State): Promise<void> {
  await db.deleteFrom('applications').execute();
  await db.insertInto('applications').values(ownApplicationRow(1)).execute();
  const { userId } = await fillApplication(db, ownApplicationId, mark);
  await addUsageRows(db, ownApplicationId, { mark, id: userId });
  const { id: shopId } = await db.selectFrom('shops').select('id').executeTakeFirstOrThrow();
  const order = {
    state: 'paid',
    amount: 1,
    currency: 'EUR',
    buyerHash: null,
    createdAt: 1,
  } as const;
  await db
    .insertInto('shopOrders')
    .values({ ...order, id: mark, applicationId: ownApplicationId, shopId })
    .execute();
  if (state === 'unused') return;
  await db
    .updateTable('licenses')
    .set({
      status: state,
      usedBy: userId,
      usedAt: 1,
      bannedReason: state === 'banned' ? 'x' : null,
    })
    .execute();
  if (state === 'used') return;
  await db.updateTable('users').set({ bannedReason: 'x' }).execute();
  await db.updateTable('subscriptions').set({ remainingSeconds: 60, expiresAt: null }).execute();
}

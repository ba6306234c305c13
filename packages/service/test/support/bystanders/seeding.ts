// Prepares a newly migrated database for tests: creates triggers, and adds bystanders to each
// table.
import { sql } from 'kysely';
import type { Database } from '../../../src/database/schema.ts';
import { fillApplication, addUsageRows } from '../full-application.ts';
import { ownApplicationId, ownApplicationRow, ownPlanId, ownPlanRow } from '../own-application.ts';
import { readTables, type Dialect, type Table } from './tables.ts';
import { journals, triggersFor } from './triggers.ts';
import { neighbourId, neighbourName, prefixes, twins } from './twin-rows.ts';

/** Adds the bystanders, and the test's own application with a plan. */
export async function addBystanders(db: Database, dialect: Dialect): Promise<readonly Table[]> {
  const tables = await readTables(db, dialect);
  const { before, mirroring, watching } = triggersFor(dialect, tables);
  for (const statement of [...before, ...mirroring]) await runStatement(db, statement);
  await db.insertInto('applications').values(ownApplicationRow(1)).execute();
  const mark = 'bystander';
  const { userId: id } = await fillApplication(db, ownApplicationId, mark);
  await addUsageRows(db, ownApplicationId, { mark, id });
  await db.deleteFrom('applications').where('id', '=', ownApplicationId).execute();
  await addOwnApplication(db, tables);
  const endsAt = 9_000_000_000;
  const scopes = twins.map((twin) => ({ scope: `${prefixes[twin]}scope`, count: 1, endsAt }));
  await db.insertInto('throttles').values(scopes).execute();
  const repeats = twins.map((twin) => ({
    request: `${prefixes[twin]}request`,
    content: 'content',
    claim: 'claim',
    outcome: null,
    claimedUntil: endsAt,
    expiresAt: endsAt,
  }));
  await db.insertInto('repeats').values(repeats).execute();
  await runStatement(db, `delete from ${journals[dialect]}`);
  for (const statement of watching) await runStatement(db, statement);
  return tables;
}

/** Adds the test's application, and the neighbour, a user that no test may change. */
async function addOwnApplication(db: Database, tables: readonly Table[]): Promise<void> {
  const id = ownApplicationId;
  await db.insertInto('applications').values(ownApplicationRow(1)).execute();
  await db.insertInto('plans').values(ownPlanRow(1)).execute();
  await fillApplication(db, id, neighbourName, neighbourId);
  await addUsageRows(db, id, { mark: neighbourName, id: neighbourId });
  for (const table of ['subscriptions', 'grants'] as const)
    await db
      .updateTable(table)
      .set({ planId: ownPlanId })
      .where('userId', '=', neighbourId)
      .execute();
  await db.deleteFrom('plans').where('id', '=', neighbourId).execute();
  // Rows that belong to no user are deleted, because tests create their own.
  const has = (table: Table, name: string) => table.columns.some((column) => column.name === name);
  for (const table of tables)
    if (has(table, 'application_id') && !['plans', 'users'].includes(table.name))
      await runStatement(
        db,
        `delete from ${table.name} where application_id = '${id}' ${has(table, 'user_id') ? 'and user_id is null' : ''}`,
      );
}

/** Copies all rows aside for `bystanders.seed()` to restore, because databases are reused. */
export async function copyForSeeding(db: Database, tables: readonly Table[]): Promise<void> {
  const copies = tables.map(({ name, columns }) => ({
    name,
    columns: columns.map((column) => `"${column.name}"`).join(', '),
  }));
  for (const { name, columns } of copies)
    await runStatement(
      db,
      `create table bystanders."of_${name}" as select ${columns} from "${name}"`,
    );
  await runStatement(db, `truncate ${copies.map(({ name }) => `"${name}"`).join(', ')}`);
  const restoreStatements = copies.map(
    ({ name, columns }) =>
      `insert into "${name}" (${columns}) select ${columns} from bystanders."of_${name}" on conflict do nothing;`,
  );
  await runStatement(
    db,
    `create function bystanders.seed() returns void language plpgsql as $$ begin
      if exists (select 1 from applications where id like '${prefixes.sibling}%') then return; end if;
      perform set_config('session_replication_role', 'replica', true);
      delete from ${journals.postgresql};
      ${restoreStatements.join('\n')}
    end $$`,
  );
}

export async function runStatement(db: Database, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}

// Adds a copy of the application with every name in the opposite case, for tests of names.
import { spelled } from '../../src/database/names.ts';
import type { Database } from '../../src/database/schema.ts';
import { dump } from './table-dump.ts';

const twinId = 'twin';

/** Swaps the case of every letter: "Anna-7" becomes "aNNA-7". */
export function swapped(name: string): string {
  return Array.from(name)
    .map((letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    .join('');
}

/**
 * Copies the application, its plans, its users with all they own, licenses, variables and channels.
 */
export async function addTwin(db: Database): Promise<void> {
  const own = await db.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  const twin = { ...own, id: twinId, ownerid: 'twinOwner1', sellerkeyHash: twinId };
  await db.insertInto('applications').values(twin).execute();
  const there = { applicationId: twinId };
  const copy = (id: string) => `${twinId}-${id}`;
  for (const row of await db.selectFrom('plans').selectAll().execute())
    await db
      .insertInto('plans')
      .values({ ...row, ...there, id: copy(row.id), ...spelled('name', swapped(row.name)) })
      .execute();
  for (const row of await db.selectFrom('users').selectAll().execute()) {
    const name = spelled('username', swapped(row.username));
    await db
      .insertInto('users')
      .values({ ...row, ...there, id: copy(row.id), ...name })
      .execute();
  }
  for (const row of await db.selectFrom('subscriptions').selectAll().execute())
    await db
      .insertInto('subscriptions')
      .values({ ...row, userId: copy(row.userId), planId: copy(row.planId) })
      .execute();
  for (const row of await db.selectFrom('grants').selectAll().execute())
    await db
      .insertInto('grants')
      .values({
        ...row,
        userId: copy(row.userId),
        planId: copy(row.planId),
        licenseKey: row.licenseKey === null ? null : swapped(row.licenseKey),
      })
      .execute();
  for (const row of await db.selectFrom('userVariables').selectAll().execute())
    await db
      .insertInto('userVariables')
      .values({ ...row, userId: copy(row.userId), ...spelled('name', swapped(row.name)) })
      .execute();
  for (const row of await db.selectFrom('licenses').selectAll().execute())
    await db
      .insertInto('licenses')
      .values({
        ...row,
        ...there,
        usedBy: row.usedBy === null ? null : copy(row.usedBy),
        ...spelled('key', swapped(row.key)),
      })
      .execute();
  for (const row of await db.selectFrom('variables').selectAll().execute())
    await db
      .insertInto('variables')
      .values({ ...row, ...there, ...spelled('varid', swapped(row.varid)) })
      .execute();
  for (const row of await db.selectFrom('channels').selectAll().execute())
    await db
      .insertInto('channels')
      .values({ ...row, ...there, ...spelled('name', swapped(row.name)) })
      .execute();
}

export async function twinRows(db: Database): Promise<readonly string[]> {
  const tables = await dump(db);
  return [...tables.values()].flat().filter((row) => row.includes(twinId));
}

/** Restores the state before 0.19, when the database allowed names that differ only in case. */
export async function unguard(
  db: Database,
  table: 'users' | 'plans' | 'channels' | 'variables' | 'licenses' | 'userVariables',
): Promise<void> {
  await db.updateTable(table).set({ foldGuard: null }).execute();
}

// Adds a copy of the application with every name in the opposite case, for tests of names.
import { withFold } from '../../src/database/names.ts';
import type { Database } from '../../src/database/schema.ts';
import { dump } from './table-dump.ts';

const twinId = 'twin';

/** Swaps the case of every letter: "Anna-7" becomes "aNNA-7". */
export function swapCase(name: string): string {
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
  const twin = { ...own, id: twinId, ownerid: 'twinOwner1', sellerkeyHash: twinId, pageName: null };
  await db.insertInto('applications').values(twin).execute();
  const twinColumns = { applicationId: twinId };
  const twinIdOf = (id: string) => `${twinId}-${id}`;
  for (const row of await db.selectFrom('plans').selectAll().execute())
    await db
      .insertInto('plans')
      .values({
        ...row,
        ...twinColumns,
        id: twinIdOf(row.id),
        ...withFold('name', swapCase(row.name)),
      })
      .execute();
  for (const row of await db.selectFrom('users').selectAll().execute()) {
    const name = withFold('username', swapCase(row.username));
    await db
      .insertInto('users')
      .values({ ...row, ...twinColumns, id: twinIdOf(row.id), ...name })
      .execute();
  }
  for (const row of await db.selectFrom('subscriptions').selectAll().execute())
    await db
      .insertInto('subscriptions')
      .values({ ...row, userId: twinIdOf(row.userId), planId: twinIdOf(row.planId) })
      .execute();
  for (const row of await db.selectFrom('grants').selectAll().execute())
    await db
      .insertInto('grants')
      .values({
        ...row,
        userId: twinIdOf(row.userId),
        planId: twinIdOf(row.planId),
        licenseKey: row.licenseKey === null ? null : swapCase(row.licenseKey),
      })
      .execute();
  for (const row of await db.selectFrom('userVariables').selectAll().execute())
    await db
      .insertInto('userVariables')
      .values({ ...row, userId: twinIdOf(row.userId), ...withFold('name', swapCase(row.name)) })
      .execute();
  for (const row of await db.selectFrom('licenses').selectAll().execute())
    await db
      .insertInto('licenses')
      .values({
        ...row,
        ...twinColumns,
        usedBy: row.usedBy === null ? null : twinIdOf(row.usedBy),
        ...withFold('key', swapCase(row.key)),
      })
      .execute();
  for (const row of await db.selectFrom('variables').selectAll().execute())
    await db
      .insertInto('variables')
      .values({ ...row, ...twinColumns, ...withFold('varid', swapCase(row.varid)) })
      .execute();
  for (const row of await db.selectFrom('channels').selectAll().execute())
    await db
      .insertInto('channels')
      .values({ ...row, ...twinColumns, ...withFold('name', swapCase(row.name)) })
      .execute();
}

export async function twinRows(db: Database): Promise<readonly string[]> {
  const tables = await dump(db);
  return [...tables.values()].flat().filter((row) => row.includes(twinId));
}

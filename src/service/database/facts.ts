// What the service knows about itself, as one text for each name.
import type { Database } from './schema.ts';

/** `trusted-proxies`: those that it was last started with, joined by commas. */
export type FactName = 'trusted-proxies';

export async function readFact(db: Database, name: FactName): Promise<string | null> {
  const row = await db
    .selectFrom('facts')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value ?? null;
}

export async function writeFact(db: Database, name: FactName, value: string): Promise<void> {
  await db
    .insertInto('facts')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

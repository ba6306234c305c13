// What the service knows about itself, as one text for each name.
import type { Database } from './schema.ts';

/**
 * `trusted-proxies`: those that it was last started with, joined by commas. `installation`: an id of this data and all copies
 * of it. `signing-key`, `service-secret`: fingerprints, hex; of the keys all that are not retired, oldest first, joined by commas.
 * `mail-key`: that of mail hashes, sealed. `sealed`: what earlier versions left open is sealed.
 */
export type FactName =
  | 'trusted-proxies'
  | 'installation'
  | 'signing-key'
  | 'service-secret'
  | 'mail-key'
  | 'sealed';

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

/** Of all who claim it at once the first decides; returns what it is then. */
export async function claimFact(db: Database, name: FactName, value: string): Promise<string> {
  await db
    .insertInto('facts')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await readFact(db, name)) ?? value;
}

// Stores facts about the service itself, one text for each name.
import type { Database } from './schema.ts';

/**
 * `trusted-proxies`: the proxies of the last start, joined by commas. `unreadable-proxy`: the first
 * of them that reported an unreadable client address since then, or empty. `installation`: an id
 * that this data and all its copies share. `signing-key`: fingerprints in hex of all keys that are
 * not retired, oldest first, joined by commas. `service-secret`: its fingerprint in hex.
 * `mail-key`: the sealed key of email hashes. `sealed`: the progress of sealing older data.
 * `processes`: how many processes the last start has, and `connections`: how many connections they
 * open to PostgreSQL together.
 * `demo`: the id of the demo application, or `kept` once its public secrets are replaced.
 * `demo-owner`: hashes of the seller key and the password that the demo's owner got with it.
 */
export type FactName =
  | 'trusted-proxies'
  | 'unreadable-proxy'
  | 'installation'
  | 'signing-key'
  | 'service-secret'
  | 'mail-key'
  | 'processes'
  | 'connections'
  | 'demo'
  | 'demo-owner';

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

/** Stores a value unless there is one: of concurrent claims, the first wins. Returns the winner. */
export async function claimFact(db: Database, name: FactName, value: string): Promise<string> {
  await db
    .insertInto('facts')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await readFact(db, name)) ?? value;
}

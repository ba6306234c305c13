// Creates applications, with their initial settings (docs/protocol.md#states).
import { randomInt, randomUUID } from 'node:crypto';
import { withFold } from '../../database/names.ts';
import type { Database } from '../../database/schema.ts';
import { transact } from '../../database/transact.ts';
import { hashToken } from '../../secrets/token-hash.ts';

export const newApplication = {
  download: '',
  enabled: 1,
  paused: 0,
  hwidLock: 1,
  forceHwid: 1,
  minHwid: 20,
  sessionSeconds: 21_600,
  unknownOrders: 'refuse',
} as const;

export interface ApplicationToInsert {
  readonly name: string;
  readonly ownerid: string;
  /** SECURITY: the database stores its hash. */
  readonly sellerkey: string;
  readonly version: string;
  /** The first subscription, so that a license grants something. Null for none. */
  readonly plan: { readonly name: string; readonly level: string } | null;
}

/** Returns false if the owner id has an application with this name. `now` is in unix seconds. */
export async function insertApplication(
  db: Database,
  { name, ownerid, sellerkey, version, plan }: ApplicationToInsert,
  now: number,
): Promise<boolean> {
  return transact(db, async (transaction) => {
    const inserted = await transaction
      .insertInto('applications')
      .values({
        id: randomUUID(),
        name,
        ownerid,
        sellerkeyHash: hashToken(sellerkey),
        version,
        ...newApplication,
        createdAt: now,
      })
      .onConflict((conflict) => conflict.columns(['name', 'ownerid']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted === undefined) return false;
    if (plan !== null)
      await transaction
        .insertInto('plans')
        .values({
          id: randomUUID(),
          applicationId: inserted.id,
          ...withFold('name', plan.name),
          level: plan.level,
          createdAt: now,
        })
        .execute();
    return true;
  });
}

const alphanumerics = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random letters and digits, as owner ids and seller keys have them. */
export function randomText(length: number): string {
  return Array.from({ length }, () => alphanumerics.charAt(randomInt(alphanumerics.length))).join(
    '',
  );
}

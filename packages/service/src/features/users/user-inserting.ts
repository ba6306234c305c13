// Putting a user into the database, whoever makes one: registration, a seller, the demo. Which names are refused is asked before.
import { spelled } from '../../database/names.ts';
import type { ApplicationRow, UserRow, Database } from '../../database/schema.ts';
import { nameIsKey } from '../../secrets/license-names.ts';
import { orderedId } from '../../ordered-ids.ts';
import { skeletonOf } from '../../skeletons.ts';
import { unixMs } from '@latchkey/protocol/units.ts';

export interface NewUser {
  /** Where something of the row is sealed with it. */
  readonly id?: string;
  readonly username: string;
  readonly passwordHash: string;
  readonly emailHash: string | null;
  readonly bannedReason?: string | null;
  /** Sealed. */
  readonly totpSecret?: string | null;
  /** Where the user is just now; null: nobody signed in. */
  readonly ip: string | null;
}

/** In a transaction with what else makes the user. null: the name is taken. `now`: unix seconds. */
export async function insertUser(
  db: Database,
  { id: applicationId }: Pick<ApplicationRow, 'id'>,
  { id, username, passwordHash, emailHash, ip, ...more }: NewUser,
  now: number,
): Promise<UserRow | null> {
  const made = await db
    .insertInto('users')
    .values({
      ...{ id: id ?? orderedId(unixMs(now * 1000)), applicationId, passwordHash, emailHash },
      ...spelled('username', username),
      skeleton: skeletonOf(username),
      nameIsKey: await nameIsKey(db, applicationId, username),
      bannedReason: more.bannedReason ?? null,
      totpSecret: more.totpSecret ?? null,
      totpStep: 0,
      createdAt: now,
      lastLoginAt: ip === null ? null : now,
      lastIp: ip,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return made ?? null;
}

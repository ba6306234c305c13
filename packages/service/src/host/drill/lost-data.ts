// Counts what a restore of a backup would lose: rows that the running service wrote since.
import { sql } from 'kysely';
import { openReader } from '../../database/open.ts';
import type { KeyLocations } from '../keys.ts';

export interface LostData {
  readonly applications: number;
  readonly users: number;
  /** License keys that were created, and those that were redeemed. */
  readonly licenses: number;
  readonly redeemed: number;
}

/** Returns null if the current data cannot be read. Changes nothing. */
export async function lostSince(
  current: KeyLocations,
  restored: KeyLocations,
  takenAt: Date,
): Promise<LostData | null> {
  const since = Math.floor(takenAt.getTime() / 1000);
  const now = await countSince(current, since);
  // Rows of the same second may be in the backup.
  const then = await countSince(restored, since);
  if (now === null || then === null) return null;
  const lost = (name: keyof LostData) => Math.max(0, now[name] - then[name]);
  return {
    applications: lost('applications'),
    users: lost('users'),
    licenses: lost('licenses'),
    redeemed: lost('redeemed'),
  };
}

async function countSince(
  { dataFolder, databaseUrl }: KeyLocations,
  since: number,
): Promise<LostData | null> {
  const db = openReader({ dataFolder, databaseUrl, onIdleFault: () => undefined });
  const countOf = async (
    table: 'applications' | 'users' | 'licenses',
    column: 'createdAt' | 'usedAt' = 'createdAt',
  ) => {
    const { count } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(sql.ref(column), '>=', since)
      .executeTakeFirstOrThrow();
    return count;
  };
  try {
    return {
      applications: await countOf('applications'),
      users: await countOf('users'),
      licenses: await countOf('licenses'),
      redeemed: await countOf('licenses', 'usedAt'),
    };
  } catch {
    return null;
  } finally {
    await db.destroy();
  }
}

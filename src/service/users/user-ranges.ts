// For changes to what all users of an application have: part by part, so that no single statement takes longer than the
// database lets one take. The parts belong into one transaction.
import type { Database } from '../database/schema.ts';

const usersInPart = 10_000;

export interface UserRange {
  /** Beyond this id, up to and with the other. */
  readonly after: string;
  readonly upTo: string;
}

/** Every user of the application lies in exactly one part; without users there is none. */
export async function* userRanges(
  db: Database,
  applicationId: string,
  inPart = usersInPart,
): AsyncGenerator<UserRange> {
  const users = (after: string) =>
    db
      .selectFrom('users')
      .select('id')
      .where('applicationId', '=', applicationId)
      .where('id', '>', after);
  for (let after = ''; ;) {
    const full = await users(after)
      .orderBy('id')
      .offset(inPart - 1)
      .limit(1)
      .executeTakeFirst();
    const last = full ?? (await users(after).orderBy('id', 'desc').limit(1).executeTakeFirst());
    if (last === undefined) return;
    yield { after, upTo: last.id };
    after = last.id;
  }
}

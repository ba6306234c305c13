// For changes to all licenses of an application: part by part, so that no single statement takes longer than the database
// lets one take. The parts belong into one transaction.
import type { Database } from '../database/schema.ts';

export interface LicenseRange {
  /** Beyond this key, up to and with the other. */
  readonly after: string;
  readonly upTo: string;
}

/** Every license of the application lies in exactly one part; without licenses there is none. */
export async function* licenseRanges(
  db: Database,
  applicationId: string,
  inPart = 10_000,
): AsyncGenerator<LicenseRange> {
  const licenses = (after: string) =>
    db
      .selectFrom('licenses')
      .select('key')
      .where('applicationId', '=', applicationId)
      .where('key', '>', after);
  for (let after = ''; ;) {
    const full = await licenses(after)
      .orderBy('key')
      .offset(inPart - 1)
      .limit(1)
      .executeTakeFirst();
    const last = full ?? (await licenses(after).orderBy('key', 'desc').limit(1).executeTakeFirst());
    if (last === undefined) return;
    yield { after, upTo: last.key };
    after = last.key;
  }
}

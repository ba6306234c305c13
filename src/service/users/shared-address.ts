// Whether all users seem to have one address, that of a proxy which the service was not told of: what is done to that address
// would be done to everybody.
import { isPublicAddress } from '../outbound/outbound-address.ts';
import type { ApplicationRow, Database } from '../database/schema.ts';

/** Where somebody signed in longer ago than this says nothing of today. */
const recentSeconds = 30 * 86_400;

/**
 * The one loopback or private address that all users signed in from lately, of one application or of all; null: there are
 * several, or none, or it is public and so somebody's own.
 */
export async function sharedAddress(
  db: Database,
  now: number,
  application?: Pick<ApplicationRow, 'id'>,
): Promise<string | null> {
  const rows = await db
    .selectFrom('users')
    .select('lastIp')
    .distinct()
    .where('lastIp', 'is not', null)
    .where('lastLoginAt', '>', now - recentSeconds)
    .$if(application !== undefined, (query) =>
      query.where('applicationId', '=', application?.id ?? ''),
    )
    .limit(2)
    .execute();
  const address = rows.length === 1 ? (rows[0]?.lastIp ?? null) : null;
  return address === null || isPublicAddress(address) ? null : address;
}

export function sharedSentence(address: string): string {
  return `All users seem to come from ${address}, so that they share their limits and no address can be banned. Where a proxy is in front of the service, start it with --trust-proxy ${address}.`;
}

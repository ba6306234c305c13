// Detects an unconfigured proxy: all users seem to have its address, so a ban of that address would
// ban everybody.
import { isPublicAddress } from '../../outbound/outbound-address.ts';
import type { ApplicationRow, Database } from '../../database/schema.ts';

/** Older sign-ins say nothing about the current proxy. */
const recentSeconds = 30 * 86_400;

/** Only the first users by id are read, because reading a million takes too long. */
const maxUsersRead = 10_000;

interface AddressFilter {
  readonly application: Pick<ApplicationRow, 'id'>;
  /** For a public address, no query runs, because it belongs to one client. */
  readonly address: string;
}

/**
 * Returns the only address of recent sign-ins, in one application or in all, if it is a loopback or
 * private address and equals `address`. Otherwise returns null.
 */
export async function sharedAddress(
  db: Database,
  now: number,
  filter?: AddressFilter,
  maxUsers = maxUsersRead,
): Promise<string | null> {
  if (filter !== undefined && isPublicAddress(filter.address)) return null;
  const firstUsers = db
    .selectFrom('users')
    .select(['lastIp', 'lastLoginAt'])
    .$if(filter !== undefined, (query) =>
      query.where('applicationId', '=', filter?.application.id ?? ''),
    )
    .orderBy('id')
    .limit(maxUsers);
  const rows = await db
    .selectFrom(firstUsers.as('some'))
    .select('lastIp')
    .distinct()
    .where('lastIp', 'is not', null)
    .where('lastLoginAt', '>', now - recentSeconds)
    .limit(2)
    .execute();
  const address = rows.length === 1 ? (rows[0]?.lastIp ?? null) : null;
  if (address === null || isPublicAddress(address)) return null;
  return filter === undefined || filter.address === address ? address : null;
}

export function sharedAddressText(address: string): string {
  return `All users seem to come from ${address}, so they share their limits and no IP can be banned. If a proxy is in front of the service, start it with --trust-proxy ${address}.`;
}

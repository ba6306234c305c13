// Detects an unconfigured proxy: all users seem to have its address, so a ban of that address would
// ban everybody.
import { isPublicAddress } from '../../outbound/outbound-address.ts';
import type { ApplicationRow, Database } from '../../database/schema.ts';

/** Older sign-ins say nothing about the current proxy. */
const recentSeconds = 30 * 86_400;

/** Only the first users by id are read, because reading a million takes too long. */
const mostUsersRead = 10_000;

interface Looked {
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
  asked?: Looked,
  most = mostUsersRead,
): Promise<string | null> {
  if (asked !== undefined && isPublicAddress(asked.address)) return null;
  const some = db
    .selectFrom('users')
    .select(['lastIp', 'lastLoginAt'])
    .$if(asked !== undefined, (query) =>
      query.where('applicationId', '=', asked?.application.id ?? ''),
    )
    .orderBy('id')
    .limit(most);
  const rows = await db
    .selectFrom(some.as('some'))
    .select('lastIp')
    .distinct()
    .where('lastIp', 'is not', null)
    .where('lastLoginAt', '>', now - recentSeconds)
    .limit(2)
    .execute();
  const address = rows.length === 1 ? (rows[0]?.lastIp ?? null) : null;
  if (address === null || isPublicAddress(address)) return null;
  return asked === undefined || asked.address === address ? address : null;
}

export function sharedSentence(address: string): string {
  return `All users seem to come from ${address}, so they share their limits and no IP can be banned. If a proxy is in front of the service, start it with --trust-proxy ${address}.`;
}

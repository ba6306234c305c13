// Whether all users seem to have one address, that of a proxy which the service was not told of: what is done to that address
// would be done to everybody.
import { isPublicAddress } from '../../outbound/outbound-address.ts';
import type { ApplicationRow, Database } from '../../database/schema.ts';

/** Where somebody signed in longer ago than this says nothing of today. */
const recentSeconds = 30 * 86_400;

/** Ids come in no order, so that the first of them are some of all, and nobody waits for a million to be read. */
const mostLookedAt = 10_000;

interface Looked {
  readonly application: Pick<ApplicationRow, 'id'>;
  /** A public one is somebody's own: nobody is looked at for it. */
  readonly address: string;
}

/**
 * The one loopback or private address that users signed in from lately, of one application or of all; null: there are several,
 * or none, or it is public and so somebody's own, or not the one that is asked about. Of very many users some are looked at.
 */
export async function sharedAddress(
  db: Database,
  now: number,
  asked?: Looked,
  most = mostLookedAt,
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

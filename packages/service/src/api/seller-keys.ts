// Finds the application and the scope of a seller key (docs/protocol.md#seller-keys).
import type { ApplicationRow, Database } from '../database/schema.ts';
import type { SellerKey } from './seller-call.ts';
import { hashToken } from '../secrets/token-hash.ts';

export interface KnownSeller {
  readonly application: ApplicationRow;
  readonly key: SellerKey;
}

/** SECURITY: a key is looked up by its hash, so that neither database nor timing reveals it. */
export function findSeller(
  db: Database,
  sellerkey: string,
  now: number,
): Promise<KnownSeller | undefined> {
  return findSellerByHash(db, hashToken(sellerkey), now);
}

/** Returns undefined for an unknown or ended key. */
export async function findSellerByHash(
  db: Database,
  hash: string,
  now: number,
): Promise<KnownSeller | undefined> {
  const own = await db
    .selectFrom('applications')
    .selectAll()
    .where('sellerkeyHash', '=', hash)
    .executeTakeFirst();
  if (own !== undefined) return { application: own, key: { scope: 'all', label: null, hash } };
  const other = await db
    .selectFrom('sellerKeys')
    .innerJoin('applications', 'applications.id', 'sellerKeys.applicationId')
    .selectAll('applications')
    .select(['sellerKeys.scope', 'sellerKeys.label'])
    .where('sellerKeys.keyHash', '=', hash)
    .where((eb) => eb.or([eb('sellerKeys.endsAt', 'is', null), eb('sellerKeys.endsAt', '>', now)]))
    .executeTakeFirst();
  if (other === undefined) return undefined;
  const { scope, label, ...application } = other;
  return { application, key: { scope, label, hash } };
}

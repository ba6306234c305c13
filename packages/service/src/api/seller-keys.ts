// Finds the application and the scopes of a seller key (docs/protocol.md#seller-keys).
import { readScopes } from '@latchkey/protocol/seller-scopes.ts';
import type { ApplicationRow, Database } from '../database/schema.ts';
import type { ActingAccount, KnownKey } from './seller-call.ts';
import { hashToken } from '../secrets/token-hash.ts';

export interface KnownSeller {
  readonly application: ApplicationRow;
  readonly key: KnownKey;
}

/** SECURITY: a key is looked up by its hash, so that neither database nor timing reveals it. */
export function findSeller(
  db: Database,
  sellerkey: string,
  now: number,
): Promise<KnownSeller | undefined> {
  return findSellerByHash(db, hashToken(sellerkey), now);
}

/** Returns undefined for an unknown or ended key, and for the key of a banned account. */
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
  if (own !== undefined)
    return { application: own, key: { scopes: ['all'], label: null, hash, account: null } };
  const other = await db
    .selectFrom('sellerKeys')
    .innerJoin('applications', 'applications.id', 'sellerKeys.applicationId')
    .selectAll('applications')
    .select(['sellerKeys.scope', 'sellerKeys.label', 'sellerKeys.accountId'])
    .where('sellerKeys.keyHash', '=', hash)
    .where((eb) => eb.or([eb('sellerKeys.endsAt', 'is', null), eb('sellerKeys.endsAt', '>', now)]))
    .executeTakeFirst();
  if (other === undefined) return undefined;
  const { scope, label, accountId, ...application } = other;
  if (accountId !== null) {
    const account = await activeAccounts(db)
      .where('accounts.id', '=', accountId)
      .executeTakeFirst();
    return account && { application, key: { ...keyOfAccount(account), hash } };
  }
  // Keys with the scope `account` always have an account.
  const scopes = scope === 'account' ? [] : [scope];
  return { application, key: { scopes, label, hash, account: null } };
}

export function activeAccounts(db: Database) {
  return db
    .selectFrom('accounts')
    .select(['accounts.id', 'accounts.username', 'accounts.role'])
    .select(['accounts.scopes', 'accounts.keyLevels'])
    .where('accounts.bannedReason', 'is', null);
}

/** What the audit log shows for an account. Seller keys cannot have such a label. */
export const accountLabelPrefix = 'account ';

export function accountLabel({ username }: Pick<ActingAccount, 'username'>): string {
  return `${accountLabelPrefix}${username}`;
}

/** SECURITY: read at every request, so that a changed account changes its keys and sessions. */
export function keyOfAccount(account: ActingAccount): KnownKey {
  const scopes = account.role === 'Reseller' ? [] : readScopes(account.scopes);
  return { scopes, label: accountLabel(account), hash: '', account };
}

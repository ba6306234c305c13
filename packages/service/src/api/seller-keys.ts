// Finds the application and the scopes of a seller key (docs/protocol.md#seller-keys).
import { readScopes } from '@latchkey/protocol/seller-scopes.ts';
import type { ApplicationRow, Database } from '../database/schema.ts';
import type { PersonRow } from '../database/schema-people.ts';
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
async function findSellerByHash(
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
    return {
      application: own,
      key: { scopes: ['all'], label: null, hash, actor: actors.key(hash), account: null },
    };
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
    return (
      account && { application, key: { ...keyOfAccount(account), hash, actor: actors.key(hash) } }
    );
  }
  // Keys with the scope `account` always have an account.
  const scopes = scope === 'account' ? [] : [scope];
  return { application, key: { scopes, label, hash, actor: actors.key(hash), account: null } };
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
  return {
    scopes,
    label: accountLabel(account),
    hash: '',
    actor: actors.account(account.id),
    account,
  };
}

/** An owner, who may do everything in every application of the owner id. */
export function keyOfOwner({ id, name }: Pick<PersonRow, 'id' | 'name'>): KnownKey {
  return {
    scopes: ['all'],
    label: accountLabel({ username: name }),
    hash: '',
    actor: actors.owner(id),
    account: null,
  };
}

/** Names of actors, for `findActor`. */
export const actors = {
  key: (hash: string) => `key ${hash}`,
  account: (id: string) => `account ${id}`,
  owner: (id: string) => `owner ${id}`,
} as const;

/**
 * Returns what the actor may do in the application now. Undefined for a key, account or owner that
 * is removed, ended or banned, and for an actor of an unknown kind.
 */
export async function findActor(
  db: Database,
  application: Pick<ApplicationRow, 'id' | 'ownerid'>,
  actor: string,
  now: number,
): Promise<KnownKey | undefined> {
  const id = actor.slice(actor.indexOf(' ') + 1);
  if (actor === actors.key(id)) {
    const seller = await findSellerByHash(db, id, now);
    return seller?.application.id === application.id ? seller.key : undefined;
  }
  if (actor === actors.account(id)) {
    const account = await activeAccounts(db)
      .where('accounts.id', '=', id)
      .where('accounts.applicationId', '=', application.id)
      .where('accounts.personId', 'is not', null)
      .executeTakeFirst();
    return account && keyOfAccount(account);
  }
  if (actor !== actors.owner(id)) return undefined;
  const owner = await db
    .selectFrom('people')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('ownerid', '=', application.ownerid)
    .where('isOwner', '=', 1)
    .executeTakeFirst();
  return owner && keyOfOwner(owner);
}

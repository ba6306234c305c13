// Seller API operations on the secrets and tokens of connected shops.
// SECURITY: both are stored and used, but never shown again.
import type { ShopKind, shopsApi } from '@latchkey/protocol/seller/shops.ts';
import { done, fail, type SellerChange, type SellerHandlers } from '../../api/seller-call.ts';
import { connectors } from './connectors/connectors.ts';
import { lockShop } from './event-storage.ts';
import { newSecret, sealOfShop, secretsOf } from './shop-secrets.ts';

const maxSecrets = 5;

type Handlers = Pick<
  SellerHandlers<typeof shopsApi>,
  'setshoptoken' | 'reconcileshop' | 'addshopsecret' | 'delshopsecret'
>;

export const shopSecrets: Handlers = {
  async setshoptoken(call, { shop: id, token }) {
    const shop = await ownShop(call, id);
    if (shop === undefined) return fail('shop-unknown');
    const refused = refuseToken(shop.kind, token);
    if (refused !== null) return fail(refused);
    await call.db
      .updateTable('shops')
      .set(tokenColumns(call, id, token))
      .where('id', '=', id)
      .execute();
    return done();
  },

  async reconcileshop(call, { shop: id, since }) {
    const shop = await ownShop(call, id);
    if (shop === undefined) return fail('shop-unknown');
    if (connectors[shop.kind].api === undefined) return fail('shop-token-unused');
    if (shop.token === '') return fail('shop-token-missing');
    await call.db
      .updateTable('shops')
      .set({ reconcileAt: call.now, reconcileSince: since ?? null })
      .where('id', '=', id)
      .execute();
    return done();
  },

  async addshopsecret(call, { shop: id, secret }) {
    const shop = await ownShop(call, id);
    if (shop === undefined) return fail('shop-unknown');
    const secrets = secretsOf(call.secret, shop);
    if (secrets.length >= maxSecrets) return fail('too-many-secrets');
    const added = newSecret(secret, call.now);
    await setSecrets(call, id, [...secrets, added]);
    return done({ id: added.id });
  },

  async delshopsecret(call, { shop: shopId, id }) {
    const shop = await ownShop(call, shopId);
    if (shop === undefined) return fail('shop-unknown');
    const secrets = secretsOf(call.secret, shop);
    const others = secrets.filter((one) => one.id !== id);
    if (others.length === secrets.length) return fail('secret-unknown');
    if (others.length === 0) return fail('last-secret');
    await setSecrets(call, shopId, others);
    return done();
  },
};

export function refuseToken(kind: ShopKind, token: string) {
  const { api, needsToken } = connectors[kind];
  if (token === '') return needsToken === true ? 'shop-token-missing' : null;
  return api === undefined ? 'shop-token-unused' : null;
}

/** A new token is tried soon. */
export function tokenColumns({ secret, now }: SellerChange, shopId: string, token: string) {
  return token === ''
    ? { token: '', reconcileAt: null, apiFault: '' }
    : { token: sealOfShop(secret, shopId, token), reconcileAt: now, apiFault: '' };
}

/** Locks the shop. Returns undefined for shops of other applications. */
export async function ownShop({ db, application }: SellerChange, id: string) {
  const shop = await db
    .selectFrom('shops')
    .select('id')
    .where('applicationId', '=', application.id)
    .where('id', '=', id)
    .executeTakeFirst();
  return shop === undefined ? undefined : lockShop(db, id);
}

async function setSecrets(
  { db, secret }: SellerChange,
  shopId: string,
  secrets: ReturnType<typeof secretsOf>,
): Promise<void> {
  await db
    .updateTable('shops')
    .set({ secrets: sealOfShop(secret, shopId, JSON.stringify(secrets)) })
    .where('id', '=', shopId)
    .execute();
}

// Seller API operations on connected shops and their orders.
// SECURITY: secrets are stored and used, but never shown again.
import type { shopsApi } from '@latchkey/protocol/seller/shops.ts';
import { done, fail, type SellerHandlers } from '../../api/seller-call.ts';
import { readPage } from '../../api/seller-page.ts';
import type { Database } from '../../database/schema.ts';
import { shopPath } from '../../http/paths.ts';
import { chooseLevel } from '../licenses/license-levels.ts';
import { applyOrder } from './apply-order.ts';
import { changeOfShop } from './process-events.ts';
import { connectors } from './connectors/connectors.ts';
import { attentionOf, countFailing } from './shop-attention.ts';
import { exampleMail, mailOf } from './mail-texts.ts';
import { shopEvents } from './seller-events.ts';
import { needsAttention, sales } from './seller-sales.ts';
import { ownShop, refuseToken, shopSecrets, tokenColumns } from './seller-shop-secrets.ts';
import { newAddress, newSecret, openOfShop, sealOfShop, secretsOf } from './shop-secrets.ts';

const maxShops = 100;

export const shops: SellerHandlers<typeof shopsApi> = {
  async addshop(call, { kind, secret, token, tests }) {
    const { db, application, now } = call;
    if (secret === undefined && connectors[kind].isUnsigned !== true)
      return fail('shop-secret-missing');
    const refused = refuseToken(kind, token ?? '');
    if (refused !== null) return fail(refused);
    const { count } = await db
      .selectFrom('shops')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('applicationId', '=', application.id)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxShops) return fail('too-many-shops');
    const { id, address } = newAddress();
    await db
      .insertInto('shops')
      .values({
        id,
        applicationId: application.id,
        kind,
        address: sealOfShop(call.secret, id, address),
        secrets: sealOfShop(
          call.secret,
          id,
          JSON.stringify(secret === undefined || secret === '' ? [] : [newSecret(secret, now)]),
        ),
        ...tokenColumns(call, id, token ?? ''),
        takesTests: tests,
        createdAt: now,
        lastEventAt: null,
      })
      .execute();
    return done({ shop: id, path: pathOf(address) });
  },

  async editshop(call, { shop: id, tests, language, subject, text }) {
    const shop = await ownShop(call, id);
    if (shop === undefined) return fail('shop-unknown');
    if (text !== undefined && text !== '' && !text.includes('{keys}')) return fail('keys-missing');
    const changed = {
      takesTests: tests ?? shop.takesTests,
      language: language ?? shop.language,
      mailSubject: subject ?? shop.mailSubject,
      mailText: text ?? shop.mailText,
    };
    await call.db.updateTable('shops').set(changed).where('id', '=', id).execute();
    return done({ ...mailOf(changed, exampleMail(call.application.name)) });
  },

  async fetchallshops({ db, application, secret, mailer, now }, page) {
    const { rows, ...more } = await readPage(
      db
        .selectFrom('shops')
        .selectAll()
        .where('applicationId', '=', application.id)
        .orderBy('createdAt')
        .orderBy('id'),
      page,
    );
    const products = await productsByShop(db, application.id);
    const inNeed = await ordersInNeed(db, application.id);
    const failing = await countFailing(
      db,
      rows.map(({ id }) => id),
    );
    return done({
      ...more,
      shops: rows.map((row) => ({
        shop: row.id,
        kind: row.kind,
        ...addressOf(openOfShop(secret, row.id, row.address), mailer?.publicUrl),
        tests: row.takesTests,
        language: row.language,
        created: String(row.createdAt),
        lastevent: row.lastEventAt === null ? null : String(row.lastEventAt),
        subject: row.mailSubject,
        text: row.mailText,
        orders: inNeed.get(row.id) ?? 0,
        secrets: secretsOf(secret, row).map(({ id, addedAt }) => ({ id, added: String(addedAt) })),
        api: row.token === '' ? 0 : 1,
        failing: failing.get(row.id) ?? 0,
        attention: attentionOf(row, failing.get(row.id) ?? 0, now),
        reconciled: row.reconciledAt === null ? null : String(row.reconciledAt),
        found: row.reconciledCount,
        products: products.get(row.id) ?? [],
      })),
    });
  },

  async mapproduct(call, { shop: id, product, sub, expiry, amount }) {
    const { db, application } = call;
    const shop = await ownShop(call, id);
    if (shop === undefined) return fail('shop-unknown');
    const chosen = await chooseLevel(call, { level: undefined, sub, force: 0 });
    if (!chosen.ok) return chosen;
    const { id: planId } = await db
      .selectFrom('plans')
      .select('id')
      .where('applicationId', '=', application.id)
      .where('name', '=', sub)
      .executeTakeFirstOrThrow();
    const terms = { planId, seconds: expiry, amount };
    await db
      .insertInto('shopProducts')
      .values({ shopId: id, product, ...terms })
      .onConflict((conflict) => conflict.columns(['shopId', 'product']).doUpdateSet(terms))
      .execute();
    const waiting = await db
      .selectFrom('shopOrders')
      .select('id')
      .where('shopId', '=', id)
      .where('attention', 'like', '%unmapped%')
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
    const asShop = changeOfShop(call, shop, application);
    for (const order of waiting) await applyOrder(asShop, shop, order.id);
    return done({ orders: waiting.length });
  },

  async unmapproduct(call, { shop, product }) {
    if ((await ownShop(call, shop)) === undefined) return fail('shop-unknown');
    const { numDeletedRows } = await call.db
      .deleteFrom('shopProducts')
      .where('shopId', '=', shop)
      .where('product', '=', product)
      .executeTakeFirst();
    return numDeletedRows === 0n ? fail('product-unknown') : done();
  },

  async delshop({ db, application }, { shop }) {
    const { numDeletedRows } = await db
      .deleteFrom('shops')
      .where('applicationId', '=', application.id)
      .where('id', '=', shop)
      .executeTakeFirst();
    return numDeletedRows === 0n ? fail('shop-unknown') : done();
  },

  ...shopEvents,
  ...sales,
  ...shopSecrets,
};

async function productsByShop(db: Database, applicationId: string) {
  const rows = await db
    .selectFrom('shopProducts')
    .innerJoin('shops', 'shops.id', 'shopProducts.shopId')
    .innerJoin('plans', 'plans.id', 'shopProducts.planId')
    .select(['shopId', 'product', 'plans.name', 'seconds', 'amount'])
    .where('shops.applicationId', '=', applicationId)
    .orderBy('product')
    .execute();
  const byShop = Map.groupBy(rows, ({ shopId }) => shopId);
  return new Map(
    [...byShop].map(([shopId, products]) => [
      shopId,
      products.map(({ product, name, seconds, amount }) => ({
        product,
        subscription: name,
        seconds: String(seconds),
        amount,
      })),
    ]),
  );
}

/** Returns the numbers of orders that need attention, by shop. */
async function ordersInNeed(
  db: Database,
  applicationId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('shopOrders')
    .select(({ fn }) => ['shopId', fn.countAll<number>().as('count')])
    .where('applicationId', '=', applicationId)
    .where(needsAttention)
    .groupBy('shopId')
    .execute();
  return new Map(rows.map(({ shopId, count }) => [shopId, count]));
}

function addressOf(address: string, publicUrl: string | undefined) {
  const path = pathOf(address);
  return { path, url: publicUrl === undefined ? null : `${publicUrl}${path}` };
}

function pathOf(address: string): string {
  return shopPath.replace(':address', address);
}

// Seller API operations that read the orders of connected shops, and what they brought in.
import { sql, type SelectQueryBuilder, type Selectable, type SqlBool } from 'kysely';
import { revenueDays, type salesApi } from '@latchkey/protocol/seller/sales.ts';
import { done, fail, type SellerCall, type SellerHandlers } from '../../api/seller-call.ts';
import { readPage } from '../../api/seller-page.ts';
import { afterFinding } from '../../database/expressions.ts';
import type { Tables } from '../../database/schema.ts';
import type { ShopMailState, ShopTables } from '../../database/schema-shops.ts';
import { openAt } from '../../secrets/at-rest.ts';
import { emailHash } from '../users/emails.ts';
import { findUser } from '../users/users.ts';
import { ordersBehind } from './orders-of-user.ts';
import { eventAnswer } from './seller-events.ts';
import type { ShopItem } from './shop-event.ts';

type EventAnswer = ReturnType<typeof eventAnswer>;

type Row = Selectable<ShopTables['shopOrders']> & {
  readonly count: number;
  readonly mail: ShopMailState | null;
};

/** A literal, because a partial index is not used for a placeholder. */
export const needsAttention = sql<SqlBool>`attention <> ''`;
const maxEvents = 500;
const day = 86_400;

export const sales: SellerHandlers<typeof salesApi> = {
  async fetchsales(call, { attention, text, user, offset, limit }) {
    const { application } = call;
    const holder = user === undefined ? null : await findUser(call, user);
    if (holder === undefined) return fail('user-unknown');
    const isListed = text === undefined && holder === null;
    let query = selectSales(call).$if(attention === 1, (all) => all.where(needsAttention));
    if (text !== undefined) query = await withText(call, query, text);
    if (holder !== null) query = query.where('id', 'in', ordersBehind(call.db, holder.id));
    // Few rows are found by their ids, and then sorted.
    const isOwn = isListed
      ? query.where('applicationId', '=', application.id).orderBy('createdAt', 'desc')
      : query
          .where(afterFinding('shopOrders.applicationId'), '=', application.id)
          .orderBy(afterFinding('shopOrders.createdAt'), 'desc');
    const { rows, ...more } = await readPage(isOwn.orderBy('id'), { offset, limit });
    return done({ ...more, sales: rows.map((row) => saleAnswer(call, row)) });
  },

  async fetchsale(call, { order }) {
    const { db, application, secret } = call;
    const row = await selectSales(call)
      .where('applicationId', '=', application.id)
      .where('id', '=', order)
      .executeTakeFirst();
    if (row === undefined) return fail('order-unknown');
    const events = await db
      .selectFrom('shopEvents')
      .selectAll()
      .where('orderId', '=', order)
      .orderBy(afterFinding('receivedAt'), 'desc')
      .orderBy('id')
      .limit(maxEvents)
      .execute();
    return done({
      ...saleAnswer(call, row),
      events: events.map((event) => eventAnswer(secret, event)).toSorted(byTime),
      licenses: await licensesOf(call, order),
    });
  },

  async revenue({ db, application, now }) {
    const rows = await db
      .selectFrom('shopRevenue')
      .select(({ fn }) => ['currency', fn.sum<number | string>('amount').as('amount')])
      .where('applicationId', '=', application.id)
      .where('at', '>', now - revenueDays * day)
      .groupBy('currency')
      .orderBy('currency')
      .execute();
    return done({
      revenue: rows.map(({ currency, amount }) => ({ currency, amount: Number(amount) })),
    });
  },
};

/** Events of the same second: what is returned was paid before. */
function byTime(one: EventAnswer, other: EventAnswer): number {
  const rank = ({ kind }: EventAnswer) => (kind === 'paid' ? 0 : 1);
  return Number(one.at) - Number(other.at) || rank(one) - rank(other);
}

function selectSales({ db }: Pick<SellerCall, 'db'>) {
  return db
    .selectFrom('shopOrders')
    .selectAll()
    .select((eb) => [
      eb
        .selectFrom('shopUnits')
        .select(({ fn }) => fn.count<number>('shopUnits.licenseKey').distinct().as('count'))
        .whereRef('shopUnits.orderId', '=', 'shopOrders.id')
        .where('shopUnits.licenseKey', '!=', '')
        .as('count'),
      eb
        .selectFrom('shopMails')
        .select('shopMails.state')
        .whereRef('shopMails.orderId', '=', 'shopOrders.id')
        .orderBy('shopMails.createdAt', 'desc')
        .orderBy('shopMails.payment')
        .limit(1)
        .as('mail'),
    ])
    .$castTo<Row>();
}

/** An e-mail is found only as a whole, because the service searches its keyed hash. */
async function withText(
  { db, application, mailKey }: SellerCall,
  query: SelectQueryBuilder<Tables, 'shopOrders', Row>,
  text: string,
) {
  if (text.includes('@'))
    return query
      .where('applicationId', '=', application.id)
      .where('buyerHash', '=', emailHash(mailKey, text));
  const shops = await db
    .selectFrom('shops')
    .select(['id', 'kind'])
    .where('applicationId', '=', application.id)
    .execute();
  const number = text.trim().replace(/^#/, '');
  return query.where('id', 'in', [
    number,
    ...shops.map(({ id, kind }) => `${kind}:${id}:${number}`),
  ]);
}

function saleAnswer({ secret, key }: SellerCall, row: Row) {
  const open = (sealed: string) => openAt(secret, 'shop sales', [row.shopId], sealed);
  const buyer = row.buyer === '' ? '' : open(row.buyer);
  return {
    order: row.id,
    shop: row.shopId,
    state: row.state,
    attention: row.attention === '' ? [] : row.attention.split(','),
    amount: row.amount,
    currency: row.currency,
    buyer: key.scope === 'all' ? buyer : maskEmail(buyer),
    created: String(row.createdAt),
    products: itemsOf(row, open),
    count: row.count,
    mail: row.mail ?? '',
  };
}

function itemsOf({ items }: Pick<Row, 'items'>, open: (sealed: string) => string): ShopItem[] {
  return items === '' ? [] : (JSON.parse(open(items)) as ShopItem[]); // applyOrder wrote it
}

function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '' : `${email.slice(0, 1)}***${email.slice(at)}`;
}

/** The keys of an order. A renewal can pay for the key of an earlier payment. */
async function licensesOf({ db, application }: SellerCall, order: string) {
  const units = await db
    .selectFrom('shopUnits')
    .leftJoin('plans', 'plans.id', 'shopUnits.planId')
    .leftJoin('licenses', (join) =>
      join
        .onRef('licenses.key', '=', 'shopUnits.licenseKey')
        .on('licenses.applicationId', '=', application.id),
    )
    .leftJoin('users', 'users.id', 'licenses.usedBy')
    .select(['shopUnits.licenseKey as key', 'shopUnits.state', 'plans.name', 'users.username'])
    .select('licenses.key as found')
    .where('orderId', '=', order)
    .where('licenseKey', '!=', '')
    .orderBy('payment')
    .orderBy('line')
    .orderBy('unit')
    .execute();
  const byKey = new Map<string, (typeof units)[number]>();
  for (const unit of units) if (byKey.get(unit.key)?.state !== 'given') byKey.set(unit.key, unit);
  return [...byKey.values()].map(({ key, state, name, username, found }) => ({
    key,
    subscription: name,
    state: found === null ? 'deleted' : state,
    usedby: username,
  }));
}

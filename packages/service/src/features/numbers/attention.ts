// The seller API operation `attention`: what a seller should look at. Each query reads only the rows
// that it counts, by an index.
import {
  attentionDays,
  fewKeys,
  maxEnding,
  type attentionApi,
} from '@latchkey/protocol/seller/attention.ts';
import { done, type SellerCall, type SellerHandlers } from '../../api/seller-call.ts';
import { needsAttention } from '../shops/seller-sales.ts';
import { refusedPrefix } from './counting.ts';
import { addDays, dayOf } from './periods.ts';

const day = 86_400;
const maxReasons = 5;

export const attention: SellerHandlers<typeof attentionApi> = {
  async attention(call) {
    return done({
      webhooks: await failedWebhooks(call),
      ...(await countSubscriptions(call)),
      refusals: await refusalsByReason(call),
      resellers: await resellersWithFewKeys(call),
      orders: await ordersInNeed(call),
    });
  },
};

async function failedWebhooks({ db, application, now }: SellerCall) {
  const webhooks = await db
    .selectFrom('webhooks')
    .select('webid')
    .where('applicationId', '=', application.id)
    .execute();
  const failed: { webid: string | null; failed: number }[] = [];
  // One query for each, because the index names the webhook before the status.
  for (const webid of [null, ...webhooks.map((one) => one.webid)]) {
    const { count } = await db
      .selectFrom('deliveries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('applicationId', '=', application.id)
      .where('webid', webid === null ? 'is' : '=', webid)
      .where('status', '=', 'failed')
      .where('createdAt', '>', now - day)
      .executeTakeFirstOrThrow();
    if (count > 0) failed.push({ webid, failed: count });
  }
  return failed.toSorted((one, other) => other.failed - one.failed);
}

async function countSubscriptions({ db, application, now }: SellerCall) {
  const plans = await db
    .selectFrom('plans')
    .select('id')
    .where('applicationId', '=', application.id)
    .execute();
  let [active, ending] = [0, 0];
  for (const { id } of plans) {
    const running = db
      .selectFrom('subscriptions')
      .where('planId', '=', id)
      .where('expiresAt', '>', now);
    const all = await running
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    active += all.count;
    if (ending >= maxEnding) continue;
    const some = running
      .select('expiresAt')
      .where('expiresAt', '<=', now + attentionDays * day)
      .limit(maxEnding - ending);
    const { count } = await db
      .selectFrom(some.as('some'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    ending += count;
  }
  return { active, ending };
}

async function refusalsByReason({ db, application, now }: SellerCall) {
  const today = dayOf(application.timeZone, now);
  const [first, middle] = [
    addDays(today, 1 - 2 * attentionDays),
    addDays(today, 1 - attentionDays),
  ];
  const since = (table: 'dayCounts' | 'newCounts') =>
    db
      .selectFrom(table)
      .select(['day', 'kind', 'count'])
      .where('applicationId', '=', application.id)
      .where('day', '>=', first);
  // One statement, because a roll-up moves new counts.
  const rows = await since('dayCounts').unionAll(since('newCounts')).execute();
  const byReason = new Map<string, { count: number; before: number }>();
  for (const { day: on, kind, count } of rows) {
    if (!kind.startsWith(refusedPrefix)) continue;
    const reason = kind.slice(refusedPrefix.length);
    const sums = byReason.get(reason) ?? { count: 0, before: 0 };
    sums[on < middle ? 'before' : 'count'] += count;
    byReason.set(reason, sums);
  }
  return [...byReason]
    .map(([reason, sums]) => ({ reason, ...sums }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1))
    .slice(0, maxReasons);
}

async function ordersInNeed({ db, application }: SellerCall): Promise<number> {
  const { count } = await db
    .selectFrom('shopOrders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('applicationId', '=', application.id)
    .where(needsAttention)
    .executeTakeFirstOrThrow();
  return count;
}

async function resellersWithFewKeys({ db, application }: SellerCall) {
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('balances', 'balances.accountId', 'accounts.id')
    .select('accounts.username')
    .select((eb) =>
      eb.fn
        .sum<number | string | null>(eb('balances.granted', '-', eb.ref('balances.used')))
        .as('left'),
    )
    .where('accounts.applicationId', '=', application.id)
    .where('accounts.role', '=', 'Reseller')
    .where('accounts.bannedReason', 'is', null)
    .groupBy(['accounts.id', 'accounts.username'])
    .orderBy('accounts.username')
    .execute();
  return rows
    .map(({ username, left }) => ({ username, left: Number(left ?? 0) }))
    .filter(({ left }) => left <= fewKeys);
}

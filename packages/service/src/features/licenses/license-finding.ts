// Finding licenses in the seller API by a piece of what is known of them, and those of an order. It changes nothing.
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { fold } from '@latchkey/protocol/fold.ts';
import type { licenseFindingApi } from '@latchkey/protocol/seller/license-finding.ts';
import { hidesUnusedKeys } from '@latchkey/protocol/seller-scopes.ts';
import { shortestShown, shownOfKey } from '../../secrets/key-mask.ts';
import { done, fail, type SellerRuns, type SellerChange } from '../../api/seller-call.ts';
import { licenseAnswer, licensesOf } from './license-listing.ts';
import { has, hasInAnyCase, leastOfSecret, mostFound, plain } from '../../database/patterns.ts';

export const licenseFinding: SellerRuns<typeof licenseFindingApi> = {
  async fetchorder(call, { order: number }) {
    const { db, application } = call;
    const order = await db
      .selectFrom('orders')
      .select(['amount', 'createdAt'])
      .where('applicationId', '=', application.id)
      .where('number', '=', number)
      .executeTakeFirst();
    if (order === undefined) return fail('This order has no licenses');
    const rows = await licensesOf(call)
      .where('licenses.orderNumber', '=', number)
      .orderBy('licenses.key')
      .execute();
    return done({
      amount: String(order.amount),
      orderdate: String(order.createdAt),
      keys: rows.map((license) => licenseAnswer(call, license)),
    });
  },

  async findkey(call, { text }) {
    const found = new Map<string, Found>();
    for (const [by, matches] of waysOf(call, text)) {
      const rows = await licensesOf(call)
        .where(matches)
        .orderBy('licenses.createdAt', 'desc')
        .orderBy('licenses.key')
        .limit(mostFound + 1)
        .execute();
      for (const row of rows)
        if (!found.has(row.key)) found.set(row.key, { ...licenseAnswer(call, row), by });
    }
    const all = [...found.values()];
    return done({ keys: all.slice(0, mostFound), more: all.length > mostFound });
  },
};

type By = 'key' | 'order' | 'note' | 'user';
type Found = ReturnType<typeof licenseAnswer> & { readonly by: By };

/** What tells most comes first. */
function waysOf({ key }: SellerChange, text: string) {
  const ways: (readonly [By, RawBuilder<SqlBool>])[] = [
    ['order', hasInAnyCase('licenses.orderNumber', text)],
    ['note', hasInAnyCase('licenses.note', text)],
    ['user', has('users.usernameFold', `%${plain(fold(text))}%`)],
  ];
  const end = endOf(text, hidesUnusedKeys(key.scope));
  return end === null ? ways : [['key', end] as const, ...ways];
}

/**
 * SECURITY: to whom unused keys are masked, they are found by what is shown of them or by all of it. By any end, they could be
 * read one character after the other.
 */
function endOf(text: string, hides: boolean): RawBuilder<SqlBool> | null {
  if (text.length < leastOfSecret) return null;
  const folded = fold(text);
  const keyFold = sql.ref('licenses.keyFold');
  const ends = has('licenses.keyFold', `%${plain(folded)}`);
  if (!hides) return ends;
  const shown = sql<SqlBool>`(${folded.length === shownOfKey ? ends : sql`1 = 0`} and length(${sql.ref('licenses.key')}) > ${sql.lit(shortestShown)})`;
  return sql<SqlBool>`((${sql.ref('licenses.usedAt')} is not null and ${ends}) or ${shown} or ${keyFold} = ${folded})`;
}

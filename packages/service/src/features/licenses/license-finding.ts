// Seller API operations that find licenses by a part of their key, or by order, note or user.
import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import type { Tables } from '../../database/schema.ts';
import { fold } from '@latchkey/protocol/fold.ts';
import type { licenseFindingApi } from '@latchkey/protocol/seller/license-finding.ts';
import { hidesUnusedKeys } from '@latchkey/protocol/seller-scopes.ts';
import { done, fail, type SellerRuns, type SellerCall } from '../../api/seller-call.ts';
import { maskRows } from '../../api/seller-masking.ts';
import { keyMatches, nameMatches } from '../users/shown-matches.ts';
import { licenseAnswer, licensesOf } from './license-listing.ts';
import { containsInAnyCase, maxFound } from '../../database/expressions.ts';

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

  // Searches before the transaction, which would wait for them.
  findkey: {
    async prepare(call, { text }) {
      const found = await call.longReads.within(() => findLicenses(call, text));
      return () => Promise.resolve(done(found));
    },
  },
};

type MatchedField = 'key' | 'order' | 'note' | 'user';
type ListedLicense = Parameters<typeof licenseAnswer>[1];

async function findLicenses(call: SellerCall, text: string) {
  const { reader, application } = call;
  const found = new Map<string, { readonly license: ListedLicense; readonly by: MatchedField }>();
  for (const [by, matches] of searchesOf(call, text)) {
    const rows = await licensesOf({ db: reader, application })
      .where(matches)
      .orderBy('licenses.createdAt', 'desc')
      .orderBy('licenses.key')
      .limit(maxFound + 1)
      .execute();
    for (const license of rows)
      if (!found.has(license.key)) found.set(license.key, { license, by });
  }
  const exactFirst = [...found.values()].toSorted(
    (one, other) => Number(isExact(other, text)) - Number(isExact(one, text)),
  );
  const rows = exactFirst.map(({ license, by }) => ({ ...licenseAnswer(call, license), by }));
  const shown = await shownRows(call, text, rows);
  return { keys: shown.slice(0, maxFound), more: shown.length > maxFound };
}

/** The answer reports the first of these searches that finds a license. */
function searchesOf({ key: { scope }, reader, application }: SellerCall, text: string) {
  const eb = expressionBuilder<Tables, 'licenses'>();
  const users = reader
    .selectFrom('users')
    .select('users.id')
    .where('users.applicationId', '=', application.id)
    .where(nameMatches(scope, text));
  return [
    // Found by an index, so no number of other matches can hide them.
    ['key', eb('licenses.keyFold', '=', fold(text))],
    ['order', eb('licenses.orderNumber', '=', text)],
    ['key', keyMatches(scope, text)],
    ['order', containsInAnyCase('licenses.orderNumber', text)],
    ['note', containsInAnyCase('licenses.note', text)],
    ['user', eb('licenses.usedBy', 'in', users)],
  ] as const satisfies readonly (readonly [MatchedField, Expression<SqlBool>])[];
}

function isExact(
  { license, by }: { readonly license: ListedLicense; readonly by: MatchedField },
  text: string,
): boolean {
  const { key, orderNumber, note, username } = license;
  const matched = { key, order: orderNumber, note, user: username }[by];
  return fold(matched ?? '') === fold(text);
}

/** A masked key in an order or a note must not be found by a part of it. */
async function shownRows<Row extends { readonly by: MatchedField }>(
  call: SellerCall,
  text: string,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (!hidesUnusedKeys(call.key.scope)) return rows;
  const masked = await maskRows(call, rows);
  return rows.filter(({ by }, at) => {
    const field = masked[at]?.[by as keyof Row]; // not a field: `user`, which is matched as shown
    return typeof field !== 'string' || by === 'key' || containsText(field, text);
  });
}

function containsText(shown: string, text: string): boolean {
  return shown.toLowerCase().includes(text.toLowerCase());
}

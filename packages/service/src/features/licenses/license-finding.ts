// Seller API operations that find licenses by the end of their key, or by order, note or user.
import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import type { Tables } from '../../database/schema.ts';
import { fold } from '@latchkey/protocol/fold.ts';
import { foldKey } from '@latchkey/protocol/typed-text.ts';
import type { licenseFindingApi } from '@latchkey/protocol/seller/license-finding.ts';
import { hidesUnusedKeys } from '@latchkey/protocol/seller-scopes.ts';
import { maxHiddenLength, shownCharacters } from '../../secrets/key-mask.ts';
import { done, fail, type SellerRuns, type SellerChange } from '../../api/seller-call.ts';
import { licenseAnswer, licensesOf } from './license-listing.ts';
import {
  isLonger,
  matchesPattern,
  containsInAnyCase,
  minSecretSearch,
  maxFound,
  escapePattern,
} from '../../database/expressions.ts';

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
    const found = new Map<string, FoundLicense>();
    for (const [by, matches] of searchesOf(call, text)) {
      const rows = await licensesOf(call)
        .where(matches)
        .orderBy('licenses.createdAt', 'desc')
        .orderBy('licenses.key')
        .limit(maxFound + 1)
        .execute();
      for (const row of rows)
        if (!found.has(row.key)) found.set(row.key, { ...licenseAnswer(call, row), by });
    }
    const all = [...found.values()];
    return done({ keys: all.slice(0, maxFound), more: all.length > maxFound });
  },
};

type MatchedField = 'key' | 'order' | 'note' | 'user';
type FoundLicense = ReturnType<typeof licenseAnswer> & { readonly by: MatchedField };

/** The answer reports the first of these searches that finds a license. */
function searchesOf({ key }: SellerChange, text: string) {
  const searches: (readonly [MatchedField, Expression<SqlBool>])[] = [
    ['order', containsInAnyCase('licenses.orderNumber', text)],
    ['note', containsInAnyCase('licenses.note', text)],
    ['user', matchesPattern('users.usernameFold', `%${escapePattern(fold(text))}%`)],
  ];
  const endFilter = keyEndFilter(text, hidesUnusedKeys(key.scope));
  return endFilter === null ? searches : [['key', endFilter] as const, ...searches];
}

/**
 * SECURITY: a seller key that sees unused license keys masked can find them only by the visible end
 * or the whole key. Otherwise it could probe a license key character by character.
 */
function keyEndFilter(text: string, isMasked: boolean) {
  if (text.length < minSecretSearch) return null;
  const folded = foldKey(text);
  const hasKeyEnd = matchesPattern('licenses.keyFold', `%${escapePattern(folded)}`);
  if (!isMasked) return hasKeyEnd;
  const eb = expressionBuilder<Tables, 'licenses'>();
  const isShown = folded.length === shownCharacters ? hasKeyEnd : eb.lit(false);
  return eb.or([
    eb.and([eb('licenses.usedAt', 'is not', null), hasKeyEnd]),
    eb.and([isShown, isLonger('licenses.key', maxHiddenLength)]),
    eb('licenses.keyFold', '=', folded),
  ]);
}

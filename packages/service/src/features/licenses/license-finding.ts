// Seller API operations that find licenses by a part of their key, or by order, note or user.
import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import type { Tables } from '../../database/schema.ts';
import { fold } from '@latchkey/protocol/fold.ts';
import { bareKey, foldKey } from '@latchkey/protocol/typed-text.ts';
import type { licenseFindingApi } from '@latchkey/protocol/seller/license-finding.ts';
import { hidesUnusedKeys } from '@latchkey/protocol/seller-scopes.ts';
import { keyWithoutDashes } from '../../database/names.ts';
import { done, fail, type SellerHandlers, type SellerCall } from '../../api/seller-call.ts';
import { maskRows } from '../../api/seller-masking.ts';
import { keyMatches, nameMatches } from '../users/shown-matches.ts';
import { licenseAnswer, licensesOf } from './license-listing.ts';
import { afterFinding, containsInAnyCase, equals, maxFound } from '../../database/expressions.ts';

export const licenseFinding: SellerHandlers<typeof licenseFindingApi> = {
  async fetchorder(call, { order: number }) {
    const { db, application } = call;
    const order = await db
      .selectFrom('orders')
      .select(['amount', 'createdAt'])
      .where('applicationId', '=', application.id)
      .where('number', '=', number)
      .executeTakeFirst();
    if (order === undefined) return fail('order-unknown');
    const rows = await licensesOf(call)
      .where('licenses.orderNumber', '=', number)
      .orderBy(afterFinding('licenses.key'))
      .execute();
    return done({
      amount: String(order.amount),
      orderdate: String(order.createdAt),
      keys: rows.map(licenseAnswer),
    });
  },

  // Searches before the transaction, which would otherwise stay open during the search.
  findkey: {
    async prepare(call, { text }) {
      const found = await call.longReads.within(() => findLicenses(call, text));
      return () => Promise.resolve(done(found));
    },
  },
};

type MatchedField = 'key' | 'order' | 'note' | 'user';
type ListedLicense = Parameters<typeof licenseAnswer>[0];

interface Match {
  readonly license: ListedLicense;
  readonly by: MatchedField;
}

async function findLicenses(call: SellerCall, text: string) {
  const matchByKey = new Map<string, Match>();
  const matches = [
    // Exact matches come from an index, so that many other matches cannot crowd them out.
    ...(await matchesOf(call, 'key', equals('licenses.keyFold', foldKey(text)))),
    ...(await matchesOf(call, 'key', isWithoutDashes(text))),
    ...(await matchesOf(call, 'order', equals('licenses.orderNumber', text))),
    ...(await partialMatches(call, text)),
    ...(await userMatches(call, text)),
  ];
  for (const match of matches)
    if (!matchByKey.has(match.license.key)) matchByKey.set(match.license.key, match);
  const exactFirst = [...matchByKey.values()].toSorted(
    (one, other) => Number(isExact(other, text)) - Number(isExact(one, text)),
  );
  const rows = exactFirst.map(({ license, by }) => ({ ...licenseAnswer(license), by }));
  const shown = await shownRows(call, text, rows);
  return { keys: shown.slice(0, maxFound), more: shown.length > maxFound };
}

/** A text with other characters than a key has, such as a sentence, matches nothing. */
function isWithoutDashes(text: string): Expression<SqlBool> {
  const bare = bareKey(text);
  const eb = expressionBuilder<Tables, 'licenses'>();
  return eb.and([eb(keyWithoutDashes, '=', bare), eb(eb.val(bare), '<>', '')]);
}

async function matchesOf(
  { reader, application }: SellerCall,
  by: MatchedField,
  condition: Expression<SqlBool>,
): Promise<readonly Match[]> {
  const licenses = await licensesOf({ db: reader, application })
    .where(condition)
    .orderBy(afterFinding('licenses.createdAt'), 'desc')
    .orderBy('licenses.key')
    .limit(maxFound + 1)
    .execute();
  return licenses.map((license) => ({ license, by }));
}

const fields = ['key', 'order', 'note'] as const;

/** Reads all licenses once, because that takes most of the time. */
async function partialMatches(call: SellerCall, text: string): Promise<readonly Match[]> {
  const key = keyMatches(call.key.scope, text);
  const order = containsInAnyCase('licenses.orderNumber', text);
  const note = containsInAnyCase('licenses.note', text);
  const eb = expressionBuilder<Tables, 'licenses'>();
  const kind = eb.case().when(key).then(0).when(order).then(1).else(2).end();
  const rows = await licensesOf({ db: call.reader, application: call.application })
    .select(kind.as('kind'))
    .where(eb.or([key, order, note]))
    .orderBy(kind)
    .orderBy('licenses.createdAt', 'desc')
    .orderBy('licenses.key')
    .limit(maxFound + 1)
    .execute();
  return rows.map(({ kind, ...license }) => ({ license, by: fields[kind] ?? 'note' }));
}

async function userMatches(call: SellerCall, text: string): Promise<readonly Match[]> {
  const { reader, application, key } = call;
  const users = await reader
    .selectFrom('users')
    .select('users.id')
    .where('users.applicationId', '=', application.id)
    .where(nameMatches(key.scope, text))
    .orderBy('users.username')
    .limit(maxFound + 1)
    .execute();
  if (users.length === 0) return [];
  const ids = users.map(({ id }) => id);
  const eb = expressionBuilder<Tables, 'licenses'>();
  return matchesOf(call, 'user', eb('licenses.usedBy', 'in', ids));
}

function isExact({ license, by }: Match, text: string): boolean {
  const { key, orderNumber, note, username } = license;
  const matched = { key, order: orderNumber, note, user: username }[by];
  const folded = by === 'key' ? bareKey : fold;
  return folded(matched ?? '') === folded(text);
}

/** Leaves out rows whose order or note has the searched text only in a masked part. */
async function shownRows<Row extends { readonly by: MatchedField }>(
  call: SellerCall,
  text: string,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (!hidesUnusedKeys(call.key.scope)) return rows;
  const masked = await maskRows(call, rows);
  return rows.filter(({ by }, at) => {
    const field = masked[at]?.[by as keyof Row]; // rows have no `user`: names are matched as shown
    return typeof field !== 'string' || by === 'key' || containsText(field, text);
  });
}

function containsText(shown: string, text: string): boolean {
  return shown.toLowerCase().includes(text.toLowerCase());
}

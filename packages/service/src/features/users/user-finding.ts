// Seller API operation that finds users by name, email, device, key, order or address.
import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import type { userFindingApi } from '@latchkey/protocol/seller/user-finding.ts';
import { fold } from '@latchkey/protocol/fold.ts';
import { hidesUnusedKeys } from '@latchkey/protocol/seller-scopes.ts';
import type { Tables } from '../../database/schema.ts';
import { emailHash } from './emails.ts';
import { done, type SellerHandlers, type SellerCall } from '../../api/seller-call.ts';
import { maskRows } from '../../api/seller-masking.ts';
import { userOrder } from '../../api/seller-names.ts';
import { containsInAnyCase, equals, maxFound } from '../../database/expressions.ts';
import { deviceMatches, keyMatches, nameMatches } from './shown-matches.ts';
import { firstDevicesOf } from './user-listing.ts';
import { selectUserColumns, userAnswer, usersOf } from './user-rows.ts';

type MatchedField = 'name' | 'mail' | 'device' | 'key' | 'order' | 'address';

export const userFinding: SellerHandlers<typeof userFindingApi> = {
  // Searches before the transaction, which would otherwise stay open during the searches.
  finduser: {
    async prepare(call, { text }) {
      const found = await call.longReads.within(() =>
        findUsers({ ...call, db: call.reader }, text),
      );
      return () => Promise.resolve(done(found));
    },
  },
};

async function findUsers(call: SellerCall, text: string) {
  const matches = new Map<string, MatchedField>();
  for (const [by, search] of searchesOf(call, text))
    for (const id of await search()) if (!matches.has(id)) matches.set(id, by);
  const ids = [...matches.keys()].slice(0, maxFound);
  if (ids.length === 0) return { users: [], more: false };
  const rows = await selectUserColumns(usersOf(call))
    .where('users.id', 'in', ids)
    .orderBy(userOrder(call))
    .execute();
  const devices = await firstDevicesOf(call, ids);
  const users = rows.map((row) => ({
    ...userAnswer(row, devices.get(row.id) ?? null, call.now),
    by: matches.get(row.id) ?? 'name',
  }));
  const isExact = ({ username, by }: (typeof users)[number]) =>
    by === 'mail' || fold(username) === fold(text);
  users.sort((one, other) => Number(isExact(other)) - Number(isExact(one)));
  return { users, more: matches.size > maxFound };
}

/** The answer reports the first of these searches that finds a user. */
function searchesOf(call: SellerCall, text: string) {
  const { db, mailKey, key } = call;
  const { scope } = key;
  const search = (condition: Expression<SqlBool>) => async () => {
    const rows = await usersOf(call)
      .select('users.id')
      .where(condition)
      .orderBy(userOrder(call))
      .limit(maxFound + 1)
      .execute();
    return rows.map(({ id }) => id);
  };
  const eb = expressionBuilder<Tables, 'users'>();
  const devices = db
    .selectFrom('devices')
    .select('devices.userId')
    .where(deviceMatches(scope, text));
  return [
    ['name', search(eb('users.usernameFold', '=', fold(text)))],
    ['mail', search(equals('users.emailHash', emailHash(mailKey, text)))],
    ['name', search(nameMatches(scope, text))],
    ['address', search(eb('users.lastIp', '=', text))],
    ['order', () => usersOfOrder(call, text)],
    ['device', search(eb('users.id', 'in', devices))],
    ['key', search(eb('users.id', 'in', redeemers(call).where(keyMatches(scope, text))))],
  ] as const;
}

/** Leaves out users whose order number has the searched text only in a masked part. */
async function usersOfOrder(call: SellerCall, text: string): Promise<readonly string[]> {
  const rows = await redeemers(call)
    .select('licenses.orderNumber as order')
    .where(containsInAnyCase('licenses.orderNumber', text))
    .orderBy('licenses.createdAt', 'desc')
    .limit(maxFound + 1)
    .execute();
  const shown = hidesUnusedKeys(call.key.scope) ? await maskRows(call, rows) : rows;
  return rows.flatMap(({ usedBy }, at) =>
    shown[at]?.order?.toLowerCase().includes(text.toLowerCase()) === true ? [usedBy] : [],
  );
}

/** Selects the users who redeemed licenses of the application. */
function redeemers({ db, application }: Pick<SellerCall, 'db' | 'application'>) {
  return db
    .selectFrom('licenses')
    .select('licenses.usedBy')
    .where('licenses.applicationId', '=', application.id)
    .where('licenses.usedBy', 'is not', null)
    .$narrowType<{ usedBy: string }>();
}

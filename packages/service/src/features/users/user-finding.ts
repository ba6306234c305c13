// Seller API operation that finds users by name, email, device, key, order or address.
import type { userFindingApi } from '@latchkey/protocol/seller/user-finding.ts';
import { fold } from '@latchkey/protocol/fold.ts';
import { foldKey } from '@latchkey/protocol/typed-text.ts';
import { emailHash } from './emails.ts';
import { done, type SellerRuns, type SellerChange } from '../../api/seller-call.ts';
import {
  matchesPattern,
  containsInAnyCase,
  minSecretSearch,
  maxFound,
  escapePattern,
} from '../../database/expressions.ts';
import { selectUserColumns, firstDevicesBetween, userAnswer, usersOf } from './user-listing.ts';

type MatchedField = 'name' | 'mail' | 'device' | 'key' | 'order' | 'address';

export const userFinding: SellerRuns<typeof userFindingApi> = {
  async finduser(call, { text }) {
    const found = new Map<string, MatchedField>();
    for (const [by, ids] of await Promise.all(searchesOf(call, text)))
      for (const id of ids) if (!found.has(id)) found.set(id, by);
    const ids = [...found.keys()].slice(0, maxFound);
    if (ids.length === 0) return done({ users: [], more: false });
    const rows = await selectUserColumns(usersOf(call))
      .where('id', 'in', ids)
      .orderBy('username')
      .execute();
    const [first, last] = [rows[0]?.username ?? '', rows.at(-1)?.username ?? ''];
    const devices = await firstDevicesBetween(call, first, last);
    const users = rows.map((row) => ({
      ...userAnswer(row, devices.get(row.id) ?? null),
      by: found.get(row.id) ?? 'name',
    }));
    return done({ users, more: found.size > maxFound });
  },
};

/** The answer reports the first of these searches that finds a user. */
function searchesOf(call: SellerChange, text: string) {
  const { db, application, mailKey } = call;
  const users = () => usersOf(call).select('users.id');
  const search = async (by: MatchedField, query: ReturnType<typeof users>) => {
    const rows = await query
      .orderBy('users.username')
      .limit(maxFound + 1)
      .execute();
    return [by, rows.map(({ id }) => id)] as const;
  };
  const mailHash = text.includes('@') ? emailHash(mailKey, text) : null;
  const searches = [
    search(
      'name',
      users().where(matchesPattern('users.usernameFold', `%${escapePattern(fold(text))}%`)),
    ),
    search('address', users().where('users.lastIp', '=', text)),
  ];
  const usersOfOrder = licenseUsers({ db, application }).where(
    containsInAnyCase('licenses.orderNumber', text),
  );
  searches.push(search('order', users().where('users.id', 'in', usersOfOrder)));
  if (mailHash !== null)
    searches.push(search('mail', users().where('users.emailHash', '=', mailHash)));
  if (text.length < minSecretSearch) return searches;
  const devices = db
    .selectFrom('devices')
    .select('devices.userId')
    .where(matchesPattern('devices.hwid', `${escapePattern(text)}%`));
  const usersOfKey = licenseUsers({ db, application }).where(
    matchesPattern('licenses.keyFold', `%${escapePattern(foldKey(text))}`),
  );
  searches.push(search('device', users().where('users.id', 'in', devices)));
  searches.push(search('key', users().where('users.id', 'in', usersOfKey)));
  return searches;
}

/** Selects the users who redeemed licenses of the application. */
function licenseUsers({ db, application }: Pick<SellerChange, 'db' | 'application'>) {
  return db
    .selectFrom('licenses')
    .select('licenses.usedBy')
    .where('licenses.applicationId', '=', application.id)
    .where('licenses.usedBy', 'is not', null)
    .$narrowType<{ usedBy: string }>();
}

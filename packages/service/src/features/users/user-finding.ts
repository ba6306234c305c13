// Seller API operation that finds users by name, email, device, key, order or address.
import type { userFindingApi } from '@latchkey/protocol/seller/user-finding.ts';
import { fold } from '@latchkey/protocol/fold.ts';
import { emailHash } from './emails.ts';
import { done, type SellerRuns, type SellerChange } from '../../api/seller-call.ts';
import {
  has,
  hasInAnyCase,
  minSecretSearch,
  mostFound,
  plain,
} from '../../database/expressions.ts';
import { aboutUsers, firstDevicesBetween, userAnswer, usersOf } from './user-listing.ts';

type By = 'name' | 'mail' | 'device' | 'key' | 'order' | 'address';

export const userFinding: SellerRuns<typeof userFindingApi> = {
  async finduser(call, { text }) {
    const found = new Map<string, By>();
    for (const [by, ids] of await Promise.all(searchesOf(call, text)))
      for (const id of ids) if (!found.has(id)) found.set(id, by);
    const ids = [...found.keys()].slice(0, mostFound);
    if (ids.length === 0) return done({ users: [], more: false });
    const rows = await aboutUsers(usersOf(call))
      .where('id', 'in', ids)
      .orderBy('username')
      .execute();
    const [first, last] = [rows[0]?.username ?? '', rows.at(-1)?.username ?? ''];
    const devices = await firstDevicesBetween(call, first, last);
    const users = rows.map((row) => ({
      ...userAnswer(row, devices.get(row.id) ?? null),
      by: found.get(row.id) ?? 'name',
    }));
    return done({ users, more: found.size > mostFound });
  },
};

/** The answer reports the first of these searches that finds a user. */
function searchesOf(call: SellerChange, text: string) {
  const { db, application, mailKey } = call;
  const users = () => usersOf(call).select('users.id');
  const pick = async (by: By, query: ReturnType<typeof users>) => {
    const rows = await query
      .orderBy('users.username')
      .limit(mostFound + 1)
      .execute();
    return [by, rows.map(({ id }) => id)] as const;
  };
  const mail = text.includes('@') ? emailHash(mailKey, text) : null;
  const searches = [
    pick('name', users().where(has('users.usernameFold', `%${plain(fold(text))}%`))),
    pick('address', users().where('users.lastIp', '=', text)),
  ];
  const ordered = licensesUsed({ db, application }).where(
    hasInAnyCase('licenses.orderNumber', text),
  );
  searches.push(pick('order', users().where('users.id', 'in', ordered)));
  if (mail !== null) searches.push(pick('mail', users().where('users.emailHash', '=', mail)));
  if (text.length < minSecretSearch) return searches;
  const devices = db
    .selectFrom('devices')
    .select('devices.userId')
    .where(has('devices.hwid', `${plain(text)}%`));
  const keys = licensesUsed({ db, application }).where(
    has('licenses.keyFold', `%${plain(fold(text))}`),
  );
  searches.push(pick('device', users().where('users.id', 'in', devices)));
  searches.push(pick('key', users().where('users.id', 'in', keys)));
  return searches;
}

/** Selects the users who redeemed licenses of the application. */
function licensesUsed({ db, application }: Pick<SellerChange, 'db' | 'application'>) {
  return db
    .selectFrom('licenses')
    .select('licenses.usedBy')
    .where('licenses.applicationId', '=', application.id)
    .where('licenses.usedBy', 'is not', null)
    .$narrowType<{ usedBy: string }>();
}

// Seller API operations on blacklists and whitelists.
import { isAfterPair, joined } from '../../database/expressions.ts';
import type { accessListsApi } from '@latchkey/protocol/seller/access-lists.ts';
import { normaliseAddress } from '../../addresses.ts';
import { deletionPass } from '../../api/passes.ts';
import {
  beginForAll,
  done,
  fail,
  type SellerHandlers,
  type SellerCall,
  type SellerChange,
} from '../../api/seller-call.ts';
import { sharedAddress } from '../sessions/shared-address.ts';
import { readLongPage, type SliceStart } from '../../api/seller-page.ts';

export const accessLists: SellerHandlers<typeof accessListsApi> = {
  async black(call, { ip = '', hwid = '' }) {
    if (ip === '' && hwid === '') return fail('ip-or-device');
    const address = ip === '' ? null : normaliseAddress(ip);
    if (ip !== '' && address === null) return fail('ip-invalid');
    const { db, application, now, trustsProxies } = call;
    const isShared = async (one: string) =>
      (await sharedAddress(db, now, { application, address: one })) !== null;
    if (address !== null && !trustsProxies && (await isShared(address))) return fail('ip-shared');
    if (address !== null) await blacklist(call, 'ip', address);
    if (hwid !== '') await blacklist(call, 'hwid', hwid);
    return done();
  },
  async delblack({ db, application }, { data, blacktype }) {
    if (blacktype !== 'ip' && blacktype !== 'hwid') return fail('list-type-invalid');
    const { numDeletedRows } = await db
      .deleteFrom('blacklist')
      .where('applicationId', '=', application.id)
      .where('kind', '=', blacktype)
      .where('data', '=', blacktype === 'ip' ? (normaliseAddress(data) ?? data) : data)
      .executeTakeFirst();
    return numDeletedRows === 0n ? fail('entry-unknown') : done();
  },
  delblacks: {
    begin: beginForAll,
    passes: [deleteEntries('ip'), deleteEntries('hwid')],
    end: ({ changed }) => (changed === 0 ? fail('no-entries') : done()),
  },
  async fetchallblacks(call, page) {
    const { rows, ...more } = await readLongPage(
      call,
      {
        name: 'blacklist',
        hasTies: true,
        cursors: (start) => blacklistQuery(call, start),
        rows: (start) =>
          blacklistQuery(call, start)
            .leftJoin('users', 'users.id', 'blacklist.userId')
            .select(['kind', 'data', 'users.bannedReason']),
      },
      page,
    );
    const blacklists = rows.map(({ kind, data, bannedReason }) => ({
      hwid: kind === 'hwid' ? data : null,
      ip: kind === 'ip' ? data : null,
      type: kind,
      data,
      reason: bannedReason ?? '',
    }));
    return done({ blacklists, ...more });
  },
  async addWhite({ db, application, now }, { ip }) {
    const address = normaliseAddress(ip);
    if (address === null) return fail('ip-invalid');
    await db
      .insertInto('whitelist')
      .values({ applicationId: application.id, ip: address, createdAt: now })
      .onConflict((conflict) => conflict.columns(['applicationId', 'ip']).doNothing())
      .execute();
    return done();
  },
  async delWhite({ db, application }, { ip }) {
    const address = normaliseAddress(ip);
    if (address === null) return fail('ip-invalid');
    const { numDeletedRows } = await db
      .deleteFrom('whitelist')
      .where('applicationId', '=', application.id)
      .where('ip', '=', address)
      .executeTakeFirst();
    return numDeletedRows === 0n ? fail('entry-unknown') : done();
  },
  delallwhites: {
    begin: beginForAll,
    passes: [
      deletionPass(
        ({ db, application }, start, limit) =>
          db
            .selectFrom('whitelist')
            .select(['ip as key', 'ip as at'])
            .where('applicationId', '=', application.id)
            .where('ip', '>', start)
            .orderBy('ip')
            .limit(limit)
            .execute(),
        ({ db, application }, ips) =>
          db
            .deleteFrom('whitelist')
            .where('applicationId', '=', application.id)
            .where('ip', 'in', ips),
      ),
    ],
    end: ({ changed }) => (changed === 0 ? fail('no-entries') : done()),
  },
  async fetchallwhites(call, page) {
    const query = (start: SliceStart) => whitelistQuery(call, start);
    const list = { name: 'whitelist', hasTies: true, cursors: query, rows: query };
    const { rows, ...more } = await readLongPage(call, list, page);
    return done({ whitelists: rows.map(({ second }) => ({ ip: second })), ...more });
  },
};

/** Sorts by creation time, then by kind and data. The cursor holds kind and data as one text. */
function blacklistQuery({ db, application }: SellerCall, { after, cursor }: SliceStart) {
  const [kind = '', ...data] = cursor.second.split(' ');
  return db
    .selectFrom('blacklist')
    .select([
      'blacklist.createdAt as first',
      joined('blacklist.kind', 'blacklist.data').as('second'),
    ])
    .where('blacklist.applicationId', '=', application.id)
    .$if(after === 'ties', (query) =>
      query
        .where('blacklist.createdAt', '=', Number(cursor.first))
        .where(isAfterPair(['blacklist.kind', 'blacklist.data'], [kind, data.join(' ')])),
    )
    .$if(after === 'first', (query) =>
      query.where('blacklist.createdAt', '>', Number(cursor.first)),
    )
    .orderBy('blacklist.createdAt')
    .orderBy('blacklist.kind')
    .orderBy('blacklist.data');
}

function whitelistQuery({ db, application }: SellerCall, { after, cursor }: SliceStart) {
  return db
    .selectFrom('whitelist')
    .select(['createdAt as first', 'ip as second'])
    .where('applicationId', '=', application.id)
    .$if(after === 'ties', (query) =>
      query.where('createdAt', '=', Number(cursor.first)).where('ip', '>', cursor.second),
    )
    .$if(after === 'first', (query) => query.where('createdAt', '>', Number(cursor.first)))
    .orderBy('createdAt')
    .orderBy('ip');
}

function deleteEntries(kind: 'ip' | 'hwid') {
  return deletionPass(
    ({ db, application }, start, limit) =>
      db
        .selectFrom('blacklist')
        .select(['data as key', 'data as at'])
        .where('applicationId', '=', application.id)
        .where('kind', '=', kind)
        .where('data', '>', start)
        .orderBy('data')
        .limit(limit)
        .execute(),
    ({ db, application }, listed) =>
      db
        .deleteFrom('blacklist')
        .where('applicationId', '=', application.id)
        .where('kind', '=', kind)
        .where('data', 'in', listed),
  );
}

/** Takes over an entry that a ban created, so that lifting the ban does not remove it. */
async function blacklist(
  { db, application, now }: SellerChange,
  kind: 'ip' | 'hwid',
  data: string,
): Promise<void> {
  await db
    .insertInto('blacklist')
    .values({ applicationId: application.id, kind, data, userId: null, createdAt: now })
    .onConflict((conflict) =>
      conflict.columns(['applicationId', 'kind', 'data']).doUpdateSet({ userId: null }),
    )
    .execute();
}

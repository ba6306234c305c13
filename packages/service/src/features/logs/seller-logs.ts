// Seller API operations on logs and audit logs.
import type { logsApi } from '@latchkey/protocol/seller/logs.ts';
import { readDrops } from '../../outbound/drops.ts';
import { deletionPass, finalPass } from '../../api/passes.ts';
import {
  beginForAll,
  done,
  fail,
  type SellerHandlers,
  type SellerCall,
} from '../../api/seller-call.ts';
import { readLongPage, type SliceStart } from '../../api/seller-page.ts';
import { toUnixSeconds, unixMs, type UnixMs } from '@latchkey/protocol/units.ts';

export const logs: SellerHandlers<typeof logsApi> = {
  async fetchalllogs(call, page) {
    const { db, application } = call;
    const { rows, ...more } = await readLongPage(
      call,
      {
        ...{ name: 'logs', hasTies: true, cursors: (start) => logQuery(call, start) },
        rows: (start) => logQuery(call, start).select(['message', 'username', 'pcuser', 'ip']),
      },
      page,
    );
    const logs = rows.map(({ first, message, username, pcuser, ip }) => ({
      logdate: secondsText(first),
      logdata: message,
      credential: username,
      pcuser,
      ip,
    }));
    const drops = await readDrops(db, application.id, 'log');
    return done({ logs, ...(drops && { dropped: drops }), ...more });
  },
  dellogs: {
    begin: beginForAll,
    passes: [
      deleteOldest('logs'),
      finalPass(({ db, application }) =>
        db
          .deleteFrom('drops')
          .where('applicationId', '=', application.id)
          .where('kind', '=', 'log')
          .execute(),
      ),
    ],
    end: ({ changed }) => (changed === 0 ? fail('Failed to delete all logs!') : done()),
  },
  async fetchauditlog(call, page) {
    const { rows, ...more } = await readLongPage(
      call,
      {
        ...{ name: 'auditLogs', hasTies: true, cursors: (start) => auditLogQuery(call, start) },
        rows: (start) => auditLogQuery(call, start).select(['type', 'detail', 'sellerKey', 'ip']),
      },
      page,
    );
    const auditlog = rows.map(({ first, type, detail, ip, sellerKey }) => ({
      ...{ date: secondsText(first), type, detail, ip, sellerkey: sellerKey },
    }));
    return done({ auditlog, ...more });
  },
  /** The audit row of this operation is written after the deletion, in its last transaction. */
  delauditlog: {
    begin: beginForAll,
    passes: [deleteOldest('auditLogs')],
    end: () => done(),
  },
};

function deleteOldest(table: 'logs' | 'auditLogs') {
  return deletionPass(
    ({ db, application }, start, limit) =>
      db
        .selectFrom(table)
        .select(['id as key', 'writtenAtMs as at'])
        .where('applicationId', '=', application.id)
        .where('writtenAtMs', '>=', unixMs(Number(start)))
        .orderBy('writtenAtMs')
        .limit(limit)
        .execute(),
    ({ db }, ids) => db.deleteFrom(table).where('id', 'in', ids),
  );
}

function secondsText(at: UnixMs): string {
  return String(toUnixSeconds(at));
}

function logQuery({ db, application }: SellerCall, { after, cursor }: SliceStart) {
  return db
    .selectFrom('logs')
    .select(['writtenAtMs as first', 'id as second'])
    .where('applicationId', '=', application.id)
    .$if(after === 'ties', (query) =>
      query.where('writtenAtMs', '=', unixMs(Number(cursor.first))).where('id', '>', cursor.second),
    )
    .$if(after === 'first', (query) =>
      query.where('writtenAtMs', '<', unixMs(Number(cursor.first))),
    )
    .orderBy('writtenAtMs', 'desc')
    .orderBy('id');
}

function auditLogQuery({ db, application }: SellerCall, { after, cursor }: SliceStart) {
  return db
    .selectFrom('auditLogs')
    .select(['writtenAtMs as first', 'id as second'])
    .where('applicationId', '=', application.id)
    .$if(after === 'ties', (query) =>
      query.where('writtenAtMs', '=', unixMs(Number(cursor.first))).where('id', '>', cursor.second),
    )
    .$if(after === 'first', (query) =>
      query.where('writtenAtMs', '<', unixMs(Number(cursor.first))),
    )
    .orderBy('writtenAtMs', 'desc')
    .orderBy('id');
}

// Seller API operations on logs and audit logs.
import type { logsApi } from '@latchkey/protocol/seller/logs.ts';
import { dropped } from '../../outbound/drops.ts';
import { clearing, lastly } from '../../api/passes.ts';
import { aboutAll, done, fail, type SellerRuns, type SellerCall } from '../../api/seller-call.ts';
import { readLongPage, type SliceStart } from '../../api/seller-page.ts';
import { inSeconds, unixMs, type UnixMs } from '@latchkey/protocol/units.ts';

export const logs: SellerRuns<typeof logsApi> = {
  async fetchalllogs(call, page) {
    const { db, application } = call;
    const { rows, ...more } = await readLongPage(
      call,
      {
        ...{ name: 'logs', hasTies: true, cursors: (place) => linesIn(call, place) },
        rows: (place) => linesIn(call, place).select(['message', 'username', 'pcuser', 'ip']),
      },
      page,
    );
    const logs = rows.map(({ first, message, username, pcuser, ip }) => ({
      logdate: seconds(first),
      logdata: message,
      credential: username,
      pcuser,
      ip,
    }));
    const missing = await dropped(db, application.id, 'log');
    return done({ logs, ...(missing && { dropped: missing }), ...more });
  },
  dellogs: {
    begin: aboutAll,
    passes: [
      oldestOf('logs'),
      lastly(({ db, application }) =>
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
        ...{ name: 'auditLogs', hasTies: true, cursors: (place) => auditRowsIn(call, place) },
        rows: (place) => auditRowsIn(call, place).select(['type', 'detail', 'sellerKey', 'ip']),
      },
      page,
    );
    const auditlog = rows.map(({ first, type, detail, ip, sellerKey }) => ({
      ...{ date: seconds(first), type, detail, ip, sellerkey: sellerKey },
    }));
    return done({ auditlog, ...more });
  },
  /** The audit row of this operation is written after the deletion, in its last transaction. */
  delauditlog: {
    begin: aboutAll,
    passes: [oldestOf('auditLogs')],
    end: () => done(),
  },
};

function oldestOf(table: 'logs' | 'auditLogs') {
  return clearing(
    ({ db, application }, place, most) =>
      db
        .selectFrom(table)
        .select(['id as key', 'writtenAtMs as at'])
        .where('applicationId', '=', application.id)
        .where('writtenAtMs', '>=', unixMs(Number(place)))
        .orderBy('writtenAtMs')
        .limit(most)
        .execute(),
    ({ db }, ids) => db.deleteFrom(table).where('id', 'in', ids),
  );
}

function seconds(at: UnixMs): string {
  return String(inSeconds(at));
}

function linesIn({ db, application }: SellerCall, { after, cursor }: SliceStart) {
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

function auditRowsIn({ db, application }: SellerCall, { after, cursor }: SliceStart) {
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

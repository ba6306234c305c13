// Seller API operations on logs and audit logs.
import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import { sellerApi } from '@latchkey/protocol/seller-api.ts';
import { hidesUnusedKeys } from '@latchkey/protocol/seller-scopes.ts';
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
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
import type { SliceStart } from '../../api/seller-page.ts';
import { isShown, readFilteredPage } from '../../api/list-filters.ts';
import { containsInAnyCase } from '../../database/expressions.ts';
import type { Database, Tables } from '../../database/schema.ts';
import { toUnixSeconds, unixMs, type UnixMs } from '@latchkey/protocol/units.ts';

export const logs: SellerHandlers<typeof logsApi> = {
  async fetchalllogs(call, { offset, limit, ...filters }) {
    const { db, application } = call;
    const { user, ...period } = filters;
    const listOf = (reading: Database) => {
      const lines = (start: SliceStart) =>
        logQuery({ db: reading, application, period }, start).$if(user !== undefined, (query) =>
          query.where('username', '=', user ?? ''),
        );
      return {
        name: 'logs',
        hasTies: true,
        cursors: lines,
        rows: (start: SliceStart) => lines(start).select(['message', 'username', 'pcuser', 'ip']),
      };
    };
    const { rows, ...more } = await readFilteredPage(call, filters, listOf, { offset, limit });
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
    end: ({ changed }) => (changed === 0 ? fail('no-logs') : done()),
  },
  async fetchauditlog(call, { offset, limit, ...filters }) {
    const { by, operation, text, changes, ...period } = filters;
    // SECURITY: a part of the detail may be masked, and a search would reveal it.
    if (text !== undefined && hidesUnusedKeys(call.key.scope)) return fail('search-not-allowed');
    if (!(await isShown(call, 'sellerkey', by))) return done({ auditlog: [] });
    const listOf = (db: Database) => {
      const from = { db, application: call.application, period };
      const entries = (start: SliceStart) =>
        auditLogQuery(from, start)
          .$if(by !== undefined, (query) => query.where('sellerKey', '=', by ?? ''))
          .$if(changes === 1, (query) => query.where(isChange()))
          .$if(operation !== undefined, (query) => query.where('type', '=', operation ?? ''))
          .$if(text !== undefined, (query) => query.where(containsInAnyCase('detail', text ?? '')));
      return {
        name: 'auditLogs',
        hasTies: true,
        cursors: entries,
        rows: (start: SliceStart) => entries(start).select(['type', 'detail', 'sellerKey', 'ip']),
      };
    };
    const { rows, ...more } = await readFilteredPage(call, filters, listOf, { offset, limit });
    const auditlog = rows.map(({ first, type, detail, ip, sellerKey }) => ({
      date: secondsText(first),
      type,
      detail,
      ip,
      sellerkey: sellerKey,
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

const readingTypes = Object.entries<SellerSpec>(sellerApi).flatMap(([type, { changes }]) =>
  changes === null ? [type] : [],
);

/** The type of a refused request with an unknown operation is `-`. */
function isChange(): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'auditLogs'>();
  return eb.and([
    eb('type', 'not in', [...readingTypes, '-']),
    eb('detail', 'not like', 'refused: %'),
    eb('detail', 'not like', 'dryrun=1%'),
  ]);
}

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

interface Period {
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** Both ends belong to the period. */
function isWithin({ since, until }: Period): Expression<SqlBool> {
  // Both tables have this column.
  const eb = expressionBuilder<Tables, 'logs'>();
  return eb.and([
    ...(since === undefined ? [] : [eb('writtenAtMs', '>=', unixMs(since * 1000))]),
    ...(until === undefined ? [] : [eb('writtenAtMs', '<', unixMs((until + 1) * 1000))]),
  ]);
}

interface LogList extends Pick<SellerCall, 'db' | 'application'> {
  readonly period: Period;
}

function logQuery({ db, application, period }: LogList, { after, cursor }: SliceStart) {
  return db
    .selectFrom('logs')
    .select(['writtenAtMs as first', 'id as second'])
    .where('applicationId', '=', application.id)
    .where(isWithin(period))
    .$if(after === 'ties', (query) =>
      query.where('writtenAtMs', '=', unixMs(Number(cursor.first))).where('id', '>', cursor.second),
    )
    .$if(after === 'first', (query) =>
      query.where('writtenAtMs', '<', unixMs(Number(cursor.first))),
    )
    .orderBy('writtenAtMs', 'desc')
    .orderBy('id');
}

function auditLogQuery({ db, application, period }: LogList, { after, cursor }: SliceStart) {
  return db
    .selectFrom('auditLogs')
    .select(['writtenAtMs as first', 'id as second'])
    .where('applicationId', '=', application.id)
    .where(isWithin(period))
    .$if(after === 'ties', (query) =>
      query.where('writtenAtMs', '=', unixMs(Number(cursor.first))).where('id', '>', cursor.second),
    )
    .$if(after === 'first', (query) =>
      query.where('writtenAtMs', '<', unixMs(Number(cursor.first))),
    )
    .orderBy('writtenAtMs', 'desc')
    .orderBy('id');
}

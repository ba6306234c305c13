// Logs and audit logs in the seller API: what each operation does. Changes run inside a transaction that ends with the audit row.
import type { logsApi } from '../../shared/wire/seller/logs.ts';
import { dropped } from '../outbound/drops.ts';
import { clearing, lastly } from './passes.ts';
import { aboutAll, done, fail, type SellerRuns } from '../seller-call.ts';
import { readPage } from '../seller-page.ts';

export const logs: SellerRuns<typeof logsApi> = {
  async fetchalllogs({ db, application }, page) {
    const { rows, ...more } = await readPage(
      db
        .selectFrom('logs')
        .select(['writtenAtMs', 'message', 'username', 'pcuser', 'ip'])
        .where('applicationId', '=', application.id)
        .orderBy('writtenAtMs', 'desc')
        .orderBy('id'),
      page,
    );
    const logs = rows.map(({ writtenAtMs, message, username, pcuser, ip }) => ({
      logdate: seconds(writtenAtMs),
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
      clearing(({ db, application }, _request, most) =>
        db
          .deleteFrom('logs')
          .where('applicationId', '=', application.id)
          .where('id', 'in', (eb) =>
            eb
              .selectFrom('logs')
              .select('id')
              .where('applicationId', '=', application.id)
              .orderBy('writtenAtMs')
              .limit(most),
          ),
      ),
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
  async fetchauditlog({ db, application }, page) {
    const { rows, ...more } = await readPage(
      db
        .selectFrom('auditLogs')
        .select(['writtenAtMs', 'type', 'detail', 'sellerKey', 'ip'])
        .where('applicationId', '=', application.id)
        .orderBy('writtenAtMs', 'desc')
        .orderBy('id'),
      page,
    );
    const auditlog = rows.map(({ writtenAtMs, sellerKey, ...row }) => ({
      date: seconds(writtenAtMs),
      ...row,
      sellerkey: sellerKey,
    }));
    return done({ auditlog, ...more });
  },
  /** Its own audit row is written after it, in the transaction of the last part. */
  delauditlog: {
    begin: aboutAll,
    passes: [
      clearing(({ db, application }, _request, most) =>
        db
          .deleteFrom('auditLogs')
          .where('applicationId', '=', application.id)
          .where('id', 'in', (eb) =>
            eb
              .selectFrom('auditLogs')
              .select('id')
              .where('applicationId', '=', application.id)
              .orderBy('writtenAtMs')
              .limit(most),
          ),
      ),
    ],
    end: () => done(),
  },
};

function seconds(ms: number): string {
  return String(Math.floor(ms / 1000));
}

// Reads rows of histories, and builds their answers.
import { isIP } from 'node:net';
import { toUnixSeconds, type UnixMs } from '@latchkey/protocol/units.ts';
import type { SellerCall } from '../../api/seller-call.ts';
import { nameOf, type SliceStart } from '../../api/seller-page.ts';
import { networkOf } from '../../addresses.ts';
import { pageOperations } from './history.ts';

/**
 * The rows of a user of the application, or of all users if `userId` is null. A user needs no
 * condition on the application, with which a database could choose the wrong index.
 */
export function newestFirst(
  { db, application }: Pick<SellerCall, 'db' | 'application'>,
  userId: string | null,
  { after, cursor }: SliceStart,
) {
  return db
    .selectFrom('history')
    .select(['history.id as first', 'history.id as second'])
    .where((eb) =>
      userId === null
        ? eb('history.applicationId', '=', application.id)
        : eb('history.userId', '=', userId),
    )
    .$if(after === 'first', (query) => query.where('history.id', '<', nameOf(cursor)))
    .orderBy('history.id', 'desc');
}

export function selectRow(query: ReturnType<typeof newestFirst>) {
  return query
    .innerJoin('users', 'users.id', 'history.userId')
    .select(['users.username', 'writtenAtMs', 'operation', 'outcome'])
    .select(['history.ip', 'device', 'computer', 'version']);
}

/**
 * Returns the newest row of a sign-in: it has an address, so the user's program sent it. Redeeming a
 * key names no computer, and neither does a sign-in on the customers' page.
 */
export async function newestAttempt(call: Pick<SellerCall, 'db' | 'application'>, userId: string) {
  const start = { after: 'nothing', cursor: { first: '', second: '' } } as const;
  return selectRow(newestFirst(call, userId, start))
    .where('history.ip', '!=', '')
    .where('operation', 'not in', ['upgrade', ...pageOperations])
    .limit(1)
    .executeTakeFirst();
}

export interface ReadRow {
  readonly username: string;
  readonly writtenAtMs: UnixMs;
  readonly operation: string;
  readonly outcome: string;
  readonly ip: string;
  readonly device: string;
  readonly computer: string;
  readonly version: string;
}

export function historyAnswer(
  { key }: { readonly key: Pick<SellerCall['key'], 'scope'> },
  row: ReadRow,
) {
  const { username, writtenAtMs, operation, outcome, ip, device, computer, version } = row;
  return {
    date: String(toUnixSeconds(writtenAtMs)),
    username,
    operation,
    outcome,
    ip: key.scope === 'read' ? maskAddress(ip) : ip,
    device,
    computer,
    version,
  };
}

/** Hides the part of an address that identifies a single household. */
export function maskAddress(ip: string): string {
  switch (isIP(ip)) {
    case 4:
      return ip.replace(/[0-9]+$/, '*');
    case 6:
      return `${networkOf(ip).split(':').slice(0, 3).join(':')}::*`;
    default:
      return '';
  }
}

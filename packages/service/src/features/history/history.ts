// Writes the history of users (docs/helping.md#the-history-of-a-user): a row for each sign-in,
// refusal and redeem, in the transaction that writes its effect, together with the numbers by day.
import { plainMs, unixMs, type UnixMs } from '@latchkey/protocol/units.ts';
import type { InTransaction } from '../../database/transact.ts';
import type { SessionCall } from '../../api/call.ts';
import { statement } from '../../database/statement.ts';
import { sequentialId } from '../../ordered-ids.ts';
import type { Refusal } from '../../outcome.ts';
import { addToCount, scopeOf } from '../../secrets/throttles.ts';
import { computerIdOf } from '../devices/removals.ts';
import { addCounts, refusedPrefix, signInIncrements, type Increment } from '../numbers/counting.ts';

/** What a program sent with a sign-in or a redeem. */
export interface Attempt {
  readonly operation: string;
  readonly hwid?: string | undefined;
  readonly computer?: string | undefined;
}

/** The parts of a call that a row needs. A seller's request has no session. */
export type HistoryCall = Pick<
  SessionCall,
  'db' | 'application' | 'now' | 'nowMs' | 'secret' | 'ip'
> & {
  readonly session: Pick<SessionCall['session'], 'version'> | null;
  /** Of a request of the customers' page. */
  readonly browser?: string | null;
};

/** On the customers' page. They need no computer, so they say nothing about programs. */
export const pageOperations = ['pagelogin', 'pageregister'] as const;
const nameOnPage: Readonly<Record<string, (typeof pageOperations)[number]>> = {
  login: 'pagelogin',
  loginEmail: 'pagelogin',
  license: 'pagelogin',
  register: 'pageregister',
};

type InHistory = InTransaction<HistoryCall>;

/** `previousLoginAt` is the user's sign-in before this one, in unix seconds. */
export async function recordSignIn(
  call: InHistory,
  user: { readonly id: string; readonly previousLoginAt: number | null },
  attempt: Attempt,
  more: readonly Increment[] = [],
): Promise<void> {
  const increments = [...signInIncrements(call, user.previousLoginAt), ...more];
  await Promise.all([
    insertRow(call.db, rowOf(call, user.id, attempt, 'ok')),
    addCounts(call, increments),
  ]);
}

export async function recordRedeem(
  call: InHistory,
  userId: string,
  attempt: Attempt,
  more: readonly Increment[] = [],
): Promise<void> {
  await Promise.all([
    insertRow(call.db, rowOf(call, userId, attempt, 'ok')),
    addCounts(call, [{ kind: 'redeemed' }, ...more]),
  ]);
}

/** Records a change of the account by its user. Without an address: it is no attempt to sign in. */
export async function recordOwnChange(
  call: InHistory,
  userId: string,
  attempt: Attempt,
): Promise<void> {
  await insertRow(call.db, rowOf({ ...call, ip: '' }, userId, attempt, 'ok'));
}

export interface RefusedAccount {
  /** Null if no such user exists. */
  readonly userId: string | null;
  /** The name that was tried. */
  readonly name: string;
  /** Whether the caller has proved to be the user, so that no stranger can fill the history. */
  readonly isProved: boolean;
  /** Users with the e-mail that was tried, none of whom it signs in. */
  readonly sharers?: readonly string[];
}

/** Maximum rows of a user's unproved refusals in a day (UTC). */
export const maxUnprovedRows = 100;
const day = 86_400;

/**
 * Reasons that say nothing about the user. A spent budget is one of them, because the service then
 * checks nothing.
 */
const quietReasons: ReadonlySet<string> = new Set(['session-gone', 'overloaded', 'rate-limited']);

/**
 * Records a refusal.
 *
 * SECURITY: runs the same statements whether or not the user exists, so that the time of an answer
 * does not reveal it.
 */
export async function recordRefusal(
  call: InHistory,
  { userId, name, isProved, sharers = [] }: RefusedAccount,
  attempt: Attempt,
  { reason }: Refusal,
): Promise<void> {
  if (quietReasons.has(reason)) return;
  const isRecorded = isProved || (await isWithinLimit(call, userId ?? name));
  if (isRecorded) await insertRowOfUser(call.db, rowOf(call, userId ?? '', attempt, reason));
  if (isRecorded)
    for (const sharer of sharers)
      await insertRowOfUser(call.db, rowOf(call, sharer, attempt, 'email-shared'));
  await addCounts(call, [{ kind: `${refusedPrefix}${reason}` }]);
}

async function isWithinLimit(
  { db, application, now }: Pick<InHistory, 'db' | 'application' | 'now'>,
  account: string,
): Promise<boolean> {
  const scope = scopeOf('history', application.id, account);
  const endOfDay = now - (now % day) + day;
  const { count } = await addToCount(db, scope, 1, endOfDay, now);
  return count <= maxUnprovedRows;
}

const textColumns = [
  ...(['applicationId', 'id', 'operation', 'outcome'] as const),
  ...(['ip', 'device', 'computer', 'version'] as const),
];

type Row = {
  readonly applicationId: string;
  readonly id: string;
  readonly userId: string;
  readonly writtenAtMs: number;
  readonly operation: string;
  readonly outcome: string;
  readonly ip: string;
  readonly device: string;
  readonly computer: string;
  readonly version: string;
};

function rowOf(
  { application, session, nowMs, secret, ip, browser = null }: InHistory,
  userId: string,
  { operation, hwid, computer = '' }: Attempt,
  outcome: string,
): Row {
  const writtenAtMs = nowMs();
  return {
    applicationId: application.id,
    id: sequentialId(writtenAtMs),
    userId,
    writtenAtMs: plainMs(writtenAtMs),
    operation: (browser === null ? undefined : nameOnPage[operation]) ?? operation,
    outcome,
    ip,
    computer,
    device: hwid === undefined ? '' : computerIdOf(secret, userId, hwid),
    version: session?.version ?? '',
  };
}

// Lists the columns, because a placeholder for all of them has none to list.
const insertRow = statement((db, row: Row) =>
  db.insertInto('history').values({
    applicationId: row.applicationId,
    id: row.id,
    userId: row.userId,
    writtenAtMs: unixMs(row.writtenAtMs),
    operation: row.operation,
    outcome: row.outcome,
    ip: row.ip,
    device: row.device,
    computer: row.computer,
    version: row.version,
  }),
);

/** Writes nothing if the user does not exist. Casts placeholders for PostgreSQL. */
const insertRowOfUser = statement((db, row: Row) =>
  db
    .insertInto('history')
    .columns(['userId', ...textColumns, 'writtenAtMs'])
    .expression(
      db
        .selectFrom('users')
        .select('users.id as userId')
        .select((eb) =>
          textColumns.map((name) => eb.cast<string>(eb.val(row[name]), 'text').as(name)),
        )
        .select((eb) => eb.cast<UnixMs>(eb.val(row.writtenAtMs), 'bigint').as('writtenAtMs'))
        .where('users.id', '=', row.userId),
    ),
);

// Balances of resellers (docs/desk.md#balances): each key that a reseller makes is paid for once,
// and credited once if it is deleted unused or refunded. Callers run in a transaction.
import type { ExpressionBuilder, Expression, SqlBool } from 'kysely';
import {
  keyDurations,
  durationNames,
  maxBalance,
  type KeyDuration,
} from '@latchkey/protocol/key-durations.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import type { BatchCall } from '../../api/seller-call.ts';
import type { Database, Tables } from '../../database/schema.ts';
import type { BalanceEntryRow } from '../../database/schema-people.ts';
import { orderedId } from '../../ordered-ids.ts';

const secondsPerDay = 86_400;

/** Who changes a balance, and when. */
export type BalanceCall = Pick<BatchCall, 'db' | 'application' | 'now' | 'key'>;

/** Returns the duration of resellers' keys that has these seconds, or undefined. */
export function durationOf(seconds: number): KeyDuration | undefined {
  return durationNames.find((name) => keyDurations[name] * secondsPerDay === seconds);
}

/**
 * Finds an account and locks it until the transaction ends, so that its balance changes one by one.
 */
export function lockAccount(call: BalanceCall, username: string) {
  return lockAccounts(call).where('username', '=', username).executeTakeFirst();
}

function lockAccounts({ db, application }: BalanceCall) {
  return db
    .updateTable('accounts')
    .set((eb) => ({ username: eb.ref('username') }))
    .where('applicationId', '=', application.id)
    .returning(['id', 'username', 'role', 'keyLevels', 'bannedReason', 'personId']);
}

/** One kind of keys in a balance. An empty level means each level of the account. */
interface Bucket {
  readonly level: string;
  readonly duration: string;
}

/**
 * Grants keys, or takes them back. The account must be locked. Returns false if the rest would be
 * out of bounds; the caller rolls back.
 */
export async function grantKeys(
  call: BalanceCall,
  accountId: string,
  { level, duration }: Bucket,
  amount: number,
): Promise<boolean> {
  const { granted, used } = await call.db
    .insertInto('balances')
    .values({ accountId, level, duration, granted: amount, used: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'level', 'duration'])
        .doUpdateSet((eb) => ({ granted: eb('balances.granted', '+', amount) })),
    )
    .returning(['granted', 'used'])
    .executeTakeFirstOrThrow();
  if (granted < used || granted - used > maxBalance) return false;
  await record(call, accountId, { kind: 'grant', level, duration, amount });
  return true;
}

/**
 * Pays for new keys, from the balance of their level first. Returns one charge for each key, or
 * null if the balance is too low. Locks the account.
 */
export async function payForKeys(
  call: BalanceCall,
  accountId: string,
  { level, duration }: Bucket,
  amount: number,
): Promise<readonly string[] | null> {
  await lockAccounts(call).where('id', '=', accountId).execute();
  const rows = await call.db
    .selectFrom('balances')
    .select(['level', 'granted', 'used'])
    .where('accountId', '=', accountId)
    .where('duration', '=', duration)
    .where('level', 'in', [level, ''])
    .orderBy('level', 'desc')
    .execute();
  const charges: string[] = [];
  for (const row of rows) {
    const taken = Math.min(amount - charges.length, row.granted - row.used);
    if (taken <= 0) continue;
    await changeUsed(call.db, accountId, { level: row.level, duration }, taken);
    await record(call, accountId, { kind: 'key', level: row.level, duration, amount: -taken });
    charges.push(...Array.from({ length: taken }, () => chargeOf({ level: row.level, duration })));
  }
  return charges.length === amount ? charges : null;
}

function chargeOf({ duration, level }: Bucket): string {
  return `${duration}|${level}`;
}

function bucketOf(charge: string): Bucket {
  const [duration = '', level = ''] = charge.split('|');
  return { duration, level };
}

type LicenseCondition = (eb: ExpressionBuilder<Tables, 'licenses'>) => Expression<SqlBool>;

/**
 * Credits the charges of licenses. Returns the number of credited licenses.
 * SECURITY: one update marks them as credited and locks them, so that no license is credited twice
 * or redeemed meanwhile.
 */
export async function creditLicenses(
  call: BalanceCall,
  kind: 'delete' | 'refund',
  condition: LicenseCondition,
): Promise<number> {
  const credited = await call.db
    .updateTable('licenses')
    .set({ isCharged: 0 })
    .where((eb) => condition(eb))
    .where('isCharged', '=', 1)
    .where('accountId', 'is not', null)
    .returning(['accountId', 'charge'])
    .execute();
  const counts = new Map<string, number>();
  for (const { accountId, charge } of credited) {
    const group = `${accountId ?? ''} ${charge ?? ''}`;
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  // Sorted, so that two transactions never deadlock.
  for (const [group, count] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [accountId = '', charge = ''] = group.split(' ');
    const bucket = bucketOf(charge);
    await changeUsed(call.db, accountId, bucket, -count);
    await record(call, accountId, { kind, ...bucket, amount: count });
  }
  return credited.length;
}

/**
 * Charges a license again whose credit an `unban` undoes. Returns false if the balance is too low;
 * the caller rolls back.
 */
export async function chargeAgain(call: BalanceCall, key: string): Promise<boolean> {
  const { db, application } = call;
  const license = await db
    .updateTable('licenses')
    .set({ isCharged: 1 })
    .where('applicationId', '=', application.id)
    .where('key', '=', key)
    .where('isCharged', '=', 0)
    .where('accountId', 'is not', null)
    .where('charge', 'is not', null)
    .returning(['accountId', 'charge'])
    .executeTakeFirst();
  if (license === undefined || license.accountId === null) return true;
  const bucket = bucketOf(license.charge ?? '');
  const { granted, used } = await changeUsed(db, license.accountId, bucket, 1);
  if (used > granted) return false;
  await record(call, license.accountId, { kind: 'unban', ...bucket, amount: -1 });
  return true;
}

function changeUsed(
  db: Database,
  accountId: string,
  { level, duration }: Bucket,
  amount: number,
): Promise<{ readonly granted: number; readonly used: number }> {
  return db
    .updateTable('balances')
    .set((eb) => ({ used: eb('used', '+', amount) }))
    .where('accountId', '=', accountId)
    .where('level', '=', level)
    .where('duration', '=', duration)
    .returning(['granted', 'used'])
    .executeTakeFirstOrThrow();
}

async function record(
  { db, key, now }: BalanceCall,
  accountId: string,
  entry: Pick<BalanceEntryRow, 'kind' | 'level' | 'duration' | 'amount'>,
): Promise<void> {
  const id = orderedId(unixMs(now * 1000));
  await db
    .insertInto('balanceEntries')
    .values({ id, accountId, writtenAt: now, ...entry, actor: key.label ?? '' })
    .execute();
}

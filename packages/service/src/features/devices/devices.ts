// Reads and binds users' devices (docs/protocol.md#bound-computers). Device ids are compared
// exactly. With the device lock on, a user's first sign-in binds its device.
import { sql, type Expression } from 'kysely';
import { deviceIdMissingText, deviceIdTooShortText } from '@latchkey/protocol/all-reasons.ts';
import { refuse, type Refusal } from '../../outcome.ts';
import type { ApplicationRow, Database, Tables, Transaction } from '../../database/schema.ts';
import { statement } from '../../database/statement.ts';

const readDevices = statement((db, { userId }: { readonly userId: string }) =>
  devicesOldestFirst(db).select('addedAt').where('userId', '=', userId),
);

export type BoundDevice = Pick<Tables['devices'], 'hwid' | 'addedAt'>;

/** Returns the oldest device first. */
export async function boundDevices(db: Database, userId: string): Promise<readonly BoundDevice[]> {
  return readDevices(db, { userId });
}

export async function deviceIdsOf(db: Database, userId: string): Promise<readonly string[]> {
  return (await boundDevices(db, userId)).map(({ hwid }) => hwid);
}

function devicesOldestFirst(db: Pick<Database, 'selectFrom'>) {
  return db.selectFrom('devices').select('hwid').orderBy('addedAt').orderBy('hwid');
}

/** Subquery for the device id that answers report. `userId` is a column of the outer query. */
export function firstDeviceQuery(
  db: Pick<Database, 'selectFrom'>,
  userId: Expression<string | null>,
) {
  return devicesOldestFirst(db).where('devices.userId', '=', userId).limit(sql.lit(1));
}

/** Returns the device id that answers report, or null if no device is bound. */
export async function firstDevice(db: Database, userId: string): Promise<string | null> {
  return (await deviceIdsOf(db, userId))[0] ?? null;
}

/** Checks the presence and length of a device id without a query. */
export function refuseDeviceForm(
  { forceHwid, minHwid }: ApplicationRow,
  hwid: string | undefined,
): Refusal | null {
  if (hwid === undefined) return forceHwid === 1 ? refuseForm(deviceIdMissingText) : null;
  return hwid.length < minHwid ? refuseForm(deviceIdTooShortText(minHwid)) : null;
}

/** The message names the setting, so that sellers see why their programs are refused. */
function refuseForm(message: string): Refusal {
  return { ...refuse('device-id-invalid'), message };
}

export function refuseDevice(
  { hwidLock }: ApplicationRow,
  bound: readonly BoundDevice[],
  hwid: string | undefined,
): Refusal | null {
  const isAllowed = hwidLock === 0 || bound.length === 0 || bindingTimeOf(bound, hwid) !== null;
  return isAllowed ? null : refuse('wrong-device');
}

/** Returns unix seconds, or null if the device is not bound. */
export function bindingTimeOf(
  bound: readonly BoundDevice[],
  hwid: string | undefined,
): number | null {
  return bound.find((one) => one.hwid === hwid)?.addedAt ?? null;
}

/**
 * Binds the first device if the lock is on. The transaction must have written the user's row, so
 * that concurrent first sign-ins run one by one. Returns the time of this device's binding in unix
 * seconds, or a refusal if another device was first. Without a lock or a device id, returns null
 * without a query.
 */
export async function bindFirstDevice(
  transaction: Transaction,
  application: ApplicationRow,
  userId: string,
  hwid: string | undefined,
  now: number,
): Promise<number | null | Refusal> {
  if (application.hwidLock === 0 || hwid === undefined) return null;
  const bound = await boundDevices(transaction, userId);
  if (bound.length > 0) return refuseDevice(application, bound, hwid) ?? bindingTimeOf(bound, hwid);
  await transaction.insertInto('devices').values({ userId, hwid, addedAt: now }).execute();
  return now;
}

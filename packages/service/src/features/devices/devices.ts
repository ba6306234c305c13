// Reads and binds users' devices (docs/protocol.md#bound-computers). Device ids are compared
// exactly. With the device lock on, a sign-in binds its device while a seat is free.
import { sql, type Expression, type Selectable } from 'kysely';
import { deviceIdMissingText, deviceIdTooShortText } from '@latchkey/protocol/all-reasons.ts';
import { refuse, type Refusal } from '../../outcome.ts';
import { heldSeats, refuseHeld, releaseSeat, type RunningPass } from '../offline/held-seats.ts';
import type { ApplicationRow, Database, Tables, Transaction } from '../../database/schema.ts';
import { statement } from '../../database/statement.ts';

const readDevices = statement((db, { userId }: { readonly userId: string }) =>
  devicesOldestFirst(db)
    .select(['addedAt', 'name', 'system', 'lastSeenAt'])
    .where('userId', '=', userId),
);

export type BoundDevice = Omit<Selectable<Tables['devices']>, 'userId'>;

/** The computer that a program describes. A missing name or system leaves the stored one. */
export interface Computer {
  readonly hwid?: string | undefined;
  readonly computer?: string | undefined;
  readonly system?: string | undefined;
}

/** A user's devices, and how many of them the running subscriptions allow (seats.ts). */
export interface Seats {
  readonly bound: readonly BoundDevice[];
  /** Seats of removed computers that still have an offline pass, without this device. */
  readonly held: readonly RunningPass[];
  readonly allowed: number;
}

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

/** Subquery for the number of devices. `userId` is a column of the outer query. */
export function deviceCountQuery(
  db: Pick<Database, 'selectFrom'>,
  userId: Expression<string | null>,
) {
  return db
    .selectFrom('devices')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('devices.userId', '=', userId);
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

/** More devices than allowed may be bound: all of them stay, and no other one is accepted. */
export function refuseDevice(
  { hwidLock }: Pick<ApplicationRow, 'hwidLock'>,
  { bound, held, allowed }: Seats,
  hwid: string | undefined,
): Refusal | null {
  const taken = bound.length + held.length;
  const isSeatFree = taken === 0 || (hwid !== undefined && taken < allowed);
  if (hwidLock === 0 || isSeatFree || bindingTimeOf(bound, hwid) !== null) return null;
  const isHeld = held.length > 0 && bound.length < allowed;
  return isHeld ? refuseHeld(held, taken, allowed) : refuse('wrong-device');
}

/** Returns unix seconds, or null if the device is not bound. */
export function bindingTimeOf(
  bound: readonly BoundDevice[],
  hwid: string | undefined,
): number | null {
  return bound.find((one) => one.hwid === hwid)?.addedAt ?? null;
}

interface BindingCall {
  readonly db: Transaction;
  readonly application: Pick<ApplicationRow, 'hwidLock' | 'passRelease'>;
  readonly now: number;
}

export interface Binding {
  /** Unix seconds. */
  readonly boundAt: number;
  /** The number of bound devices. */
  readonly used: number;
}

/**
 * Takes a free seat if the lock is on and the device is not bound yet. The transaction must have
 * written the user's row, so that concurrent sign-ins run one by one. Returns a refusal if other
 * devices took all seats meanwhile. Without a lock or a device id, returns null without a query.
 */
export async function bindDevice(
  { db, application, now }: BindingCall,
  userId: string,
  given: Computer,
  allowed: number,
): Promise<Binding | null | Refusal> {
  const { hwid } = given;
  if (application.hwidLock === 0 || hwid === undefined) return null;
  const bound = await boundDevices(db, userId);
  const known = bound.find((one) => one.hwid === hwid);
  if (known !== undefined) {
    await recordUse(db, userId, known, now, given);
    return { boundAt: known.addedAt, used: bound.length };
  }
  const held = await heldSeats({ db, application, now }, userId, hwid);
  const refusal = refuseDevice(application, { bound, held, allowed }, hwid);
  if (refusal !== null) return refusal;
  const { computer: name = '', system = '' } = given;
  await db
    .insertInto('devices')
    .values({ userId, hwid, addedAt: now, name, system, lastSeenAt: now })
    .execute();
  await releaseSeat(db, userId, hwid);
  return { boundAt: now, used: bound.length + 1 };
}

/** Uses of devices and sessions are written at most this often. */
const useSeconds = 3600;

export function isRecentUse(lastSeenAt: number | null, now: number): boolean {
  return lastSeenAt !== null && Math.abs(now - lastSeenAt) < useSeconds;
}

/**
 * Writes the use of a bound device, with its name and system if the program sent them. If the last
 * use was written within the hour, only a new name or system is.
 */
export async function recordUse(
  db: Database,
  userId: string,
  device: Pick<BoundDevice, 'hwid' | 'lastSeenAt'> & Partial<BoundDevice>,
  now: number,
  { computer: name = device.name, system = device.system }: Computer = {},
): Promise<void> {
  const { lastSeenAt, hwid } = device;
  if (isRecentUse(lastSeenAt, now) && name === device.name && system === device.system) return;
  await db
    .updateTable('devices')
    .set({
      lastSeenAt: now,
      ...(name !== undefined && { name }),
      ...(system !== undefined && { system }),
    })
    .where('userId', '=', userId)
    .where('hwid', '=', hwid)
    .execute();
}

// Brings a key to the state that its payments want: given, suspended by a dispute, or refunded. Some
// keys belong to several payments, because a renewal makes an unused key longer.
// SECURITY: never lifts a ban of the seller, which has another reason.
import { cappedDate } from '@latchkey/protocol/dates.ts';
import type { SellerChange } from '../../api/seller-call.ts';
import type { GrantRow, LicenseRow } from '../../database/schema-licenses.ts';
import type { ShopUnitRow } from '../../database/schema-shops.ts';
import { changeGrant } from '../licenses/grants.ts';
import { lockSubscription, takeTime } from '../licenses/ledger.ts';
import { banLicenses, refundLicenses } from '../licenses/license-bans.ts';
import { grantsOfUse, restoreLicense, revokeLicense } from '../licenses/license-grants.ts';
import { extendSubscription } from '../subscriptions/subscriptions.ts';

const disputeReason = 'The payment is disputed';
const refundReason = 'The payment was refunded';

type License = Pick<
  LicenseRow,
  'key' | 'status' | 'bannedReason' | 'seconds' | 'usedBy' | 'usedAt'
>;

/** A unit with the state that it should have. */
export interface UnitChange {
  readonly unit: ShopUnitRow;
  readonly to: ShopUnitRow['state'];
}

/** Changes one key and stores the new states of its units, of which it has all. */
export async function changeKey(
  call: SellerChange,
  key: string,
  changes: readonly UnitChange[],
): Promise<void> {
  const license = await findByKey(call, key);
  const isAlive = changes.some(({ to }) => to === 'given');
  const wasAlive = changes.some(({ unit }) => unit.state === 'given');
  const causeOf = (states: readonly ShopUnitRow['state'][]) =>
    states.includes('suspended') ? 'dispute' : 'refund';
  const cause = causeOf(changes.map(({ to }) => to));
  const before = causeOf(changes.map(({ unit }) => unit.state));
  if (license !== undefined && !wasAlive && (isAlive || cause !== before))
    await liftKey(call, license);
  if (license !== undefined && !isAlive && (wasAlive || cause !== before))
    await endKey(call, license, cause);
  for (const { unit, to } of changes) {
    const taken =
      license === undefined || !isAlive ? unit.taken : await shareOf(call, license, unit, to);
    if (to !== unit.state || taken !== unit.taken)
      await updateUnit(call, unit, { state: to, taken });
  }
}

export async function updateUnit(
  { db }: SellerChange,
  { orderId, payment, line, unit }: ShopUnitRow,
  change: Partial<Pick<ShopUnitRow, 'state' | 'taken' | 'licenseKey'>>,
): Promise<void> {
  await db
    .updateTable('shopUnits')
    .set(change)
    .where('orderId', '=', orderId)
    .where('payment', '=', payment)
    .where('line', '=', line)
    .where('unit', '=', unit)
    .execute();
}

/** Locks the license too, so that nobody redeems it meanwhile. */
export async function findByKey(
  { db, application }: SellerChange,
  key: string,
): Promise<License | undefined> {
  return db
    .updateTable('licenses')
    .set((eb) => ({ seconds: eb.ref('seconds') }))
    .where('applicationId', '=', application.id)
    .where('key', '=', key)
    .returning(['key', 'status', 'bannedReason', 'seconds', 'usedBy', 'usedAt'])
    .executeTakeFirst();
}

async function endKey(
  call: SellerChange,
  license: License,
  cause: 'dispute' | 'refund',
): Promise<void> {
  const current = await findByKey(call, license.key);
  if (current?.status === 'banned') return;
  const reason = cause === 'dispute' ? disputeReason : refundReason;
  const matching = banLicenses(call, reason).where('key', '=', license.key);
  if (cause === 'refund') {
    await refundLicenses(call, matching, reason);
    return;
  }
  await matching.execute();
  await revokeLicense(call.db, license, 'dispute', call.now);
}

/** Whether a dispute or a refund of the shop banned it, not the seller. */
export function isOurBan({ bannedReason }: Pick<License, 'bannedReason'>): boolean {
  return bannedReason === disputeReason || bannedReason === refundReason;
}

async function liftKey(call: SellerChange, license: License): Promise<void> {
  const { db, application, now } = call;
  if (!isOurBan(license)) return;
  await db
    .updateTable('licenses')
    .set({ status: license.usedAt === null ? 'unused' : 'used', bannedReason: null })
    .where('applicationId', '=', application.id)
    .where('key', '=', license.key)
    .execute();
  await restoreLicense(db, application, license, now);
}

/** Takes the seconds of one payment from a key that others pay for, or gives them back. */
async function shareOf(
  call: SellerChange,
  license: License,
  unit: ShopUnitRow,
  to: ShopUnitRow['state'],
): Promise<number | null> {
  const isTaken = unit.taken !== null;
  if (isTaken === (to !== 'given')) return unit.taken;
  const seconds = unit.taken === null ? -unit.seconds : unit.taken;
  const changed =
    license.usedBy === null
      ? await changeUnused(call, license, seconds)
      : await changeUsed(call, license, seconds);
  return isTaken ? null : -changed;
}

async function changeUnused(
  { db, application }: SellerChange,
  { key }: License,
  seconds: number,
): Promise<number> {
  const { seconds: now } = await db
    .updateTable('licenses')
    .set((eb) => ({ seconds: eb('seconds', '+', seconds) }))
    .where('applicationId', '=', application.id)
    .where('key', '=', key)
    .returning('seconds')
    .executeTakeFirstOrThrow();
  if (now >= 0) return seconds;
  // The seller has made the key shorter meanwhile.
  await db
    .updateTable('licenses')
    .set({ seconds: 0 })
    .where('applicationId', '=', application.id)
    .where('key', '=', key)
    .execute();
  return seconds - now;
}

async function changeUsed(
  { db, now }: SellerChange,
  license: License,
  seconds: number,
): Promise<number> {
  const [found] = await grantsOfUse(db, license, license.usedBy ?? '');
  if (found === undefined) return 0;
  const { userId, planId } = found;
  const locked = await lockSubscription(db, { userId, planId }, now);
  const grant = locked?.grants.find(({ position }) => position === found.position);
  if (locked === null || grant === undefined) return 0;
  const changed = Math.max(seconds, -grant.left);
  await changeGrant(db, grant, { left: grant.left + changed });
  if (grant.revokedAt !== null || changed === 0) return changed;
  if (changed < 0) await takeTime(db, { userId, planId }, locked, -changed, now);
  else await addBack({ db, now }, grant, license.key, changed);
  return changed;
}

async function addBack(
  { db, now }: Pick<SellerChange, 'db' | 'now'>,
  { userId, planId }: GrantRow,
  licenseKey: string,
  seconds: number,
): Promise<void> {
  const until = cappedDate(now + seconds);
  await extendSubscription(db, { userId, planId, licenseKey, seconds, now, until });
}

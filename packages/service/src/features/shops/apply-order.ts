// Carries out the difference between what an order's events want and what was given, in one
// transaction.
import type { SellerChange } from '../../api/seller-call.ts';
import type { OrderLabel, ShopRow, ShopUnitRow, UnitState } from '../../database/schema-shops.ts';
import { emitEvent } from '../../outbound/events.ts';
import { sealAt } from '../../secrets/at-rest.ts';
import { firstPlan, claimLicense } from '../licenses/licenses.ts';
import { grantTime } from '../licenses/ledger.ts';
import { createOrderKeys } from '../licenses/license-making.ts';
import { ownedBy, pauseWithApplication } from '../subscriptions/subscription-pauses.ts';
import { emailHash } from '../users/emails.ts';
import { eventsOfOrder } from './event-storage.ts';
import { emitChange } from './order-events.ts';
import { orderStateOf, type OrderState, type WantedPayment } from './order-state.ts';
import { firstUnitsOf, linesOf, planUnits } from './plan-units.ts';
import { changeKey, findByKey, isOurBan, updateUnit, type UnitChange } from './shared-keys.ts';
import { lacksMail, mailFailed } from './mail-attention.ts';
import { queueMail } from './mail-queue.ts';
import { setRevenue } from './shop-revenue.ts';

/** The shop's row must be locked, so that no other event of it is applied meanwhile. */
export async function applyOrder(
  call: SellerChange,
  shop: ShopRow,
  orderId: string,
): Promise<void> {
  const { db, secret } = call;
  const state = orderStateOf(await eventsOfOrder(db, secret, orderId));
  const attention = new Set<string>(state.attention);
  const isTest = state.isTest && shop.takesTests === 0;
  if (!isTest) await giveAll(call, { id: orderId, shopId: shop.id }, state, attention);
  const { email, amount, currency } = state;
  const label = isTest ? 'test' : labelOf(state);
  if (await lacksMail(db, orderId, label)) attention.add(mailFailed);
  await emitChange(call, orderId, label, { order: orderId, amount, currency });
  await db
    .updateTable('shopOrders')
    .set({
      state: label,
      attention: [...attention].sort().join(','),
      amount,
      currency,
      buyer: email === '' ? '' : sealAt(secret, 'shop sales', [shop.id], email),
      buyerHash: emailHash(call.mailKey, email),
      items: sealAt(
        secret,
        'shop sales',
        [shop.id],
        JSON.stringify(state.payments[0]?.items ?? []),
      ),
    })
    .where('id', '=', orderId)
    .execute();
  await setRevenue(call, orderId, state);
}

function labelOf({ payments }: OrderState): OrderLabel {
  if (payments.length === 0) return 'unpaid';
  if (payments.some(({ state }) => state === 'suspended')) return 'disputed';
  if (payments.every(({ state }) => state === 'off')) return 'refunded';
  const isWhole = payments.every(({ state, returned }) => state !== 'off' && returned.size === 0);
  return isWhole ? 'paid' : 'partly-refunded';
}

async function giveAll(
  call: SellerChange,
  order: { readonly id: string; readonly shopId: string },
  state: OrderState,
  attention: Set<string>,
): Promise<void> {
  const planned = await planUnits(call.db, order, state, attention);
  for (const payment of state.payments) {
    const own = planned.filter((unit) => unit.payment === payment.id);
    const wanted = own.filter(
      (unit) => unit.licenseKey === '' && stateOf(payment, state, planned, unit) === 'given',
    );
    if (payment.kind === 'paid') await giveFirst(call, order.id, payment, wanted, attention);
    else for (const unit of wanted) await renew(call, state, unit, attention);
  }
  // Reads them again, because some have keys now.
  const units = await planUnits(call.db, order, state, attention);
  const changes = units.flatMap((unit): UnitChange[] => {
    const payment = state.payments.find(({ id }) => id === unit.payment);
    if (payment === undefined || unit.licenseKey === '') return [];
    return [{ unit, to: stateOf(payment, state, units, unit) }];
  });
  for (const [key, ofKey] of Map.groupBy(changes, ({ unit }) => unit.licenseKey))
    if (ofKey.some(({ unit, to }) => unit.state !== to)) await changeKey(call, key, ofKey);
}

/** Of a line of which some pieces are returned, the last keys are returned. */
function stateOf(
  payment: WantedPayment,
  { payments }: OrderState,
  units: readonly ShopUnitRow[],
  { line, unit }: ShopUnitRow,
): UnitState {
  if (payment.state !== 'given' || payment.returned.size === 0) return payment.state;
  const first = firstUnitsOf(payments, units)[0]?.payment;
  const lines = linesOf(
    payment.items.length > 0 ? payment : (payments.find(({ id }) => id === first) ?? payment),
  );
  const { product = '', quantity = 1 } = lines[line] ?? {};
  const later = lines.slice(line + 1).filter((one) => one.product === product);
  const laterPieces = later.reduce((sum, one) => sum + one.quantity, 0);
  const pieces = Math.max(0, (payment.returned.get(product) ?? 0) - laterPieces);
  const keys = units.filter((one) => one.payment === payment.id && one.line === line).length;
  const returned = Math.min(keys, Math.ceil((pieces * keys) / quantity));
  return unit >= keys - returned ? 'off' : 'given';
}

async function giveFirst(
  call: SellerChange,
  orderId: string,
  payment: WantedPayment,
  wanted: readonly ShopUnitRow[],
  attention: Set<string>,
): Promise<void> {
  const keys: string[] = [];
  for (const ofLine of Map.groupBy(wanted, ({ line }) => line).values())
    keys.push(...(await createFor(call, orderId, ofLine, attention)));
  if (keys.length > 0) await queueMail(call, orderId, payment.id);
}

/** Creates unused keys for units with the same terms. */
async function createFor(
  call: SellerChange,
  orderId: string,
  units: readonly ShopUnitRow[],
  attention: Set<string>,
): Promise<readonly string[]> {
  const [first] = units;
  if (first === undefined) return [];
  const level = await levelOf(call, first.planId);
  if (level === null) {
    attention.add('subscription-gone');
    return [];
  }
  const terms = { level, seconds: first.seconds, amount: units.length };
  const keys = await createOrderKeys(call, orderId, terms);
  for (const [at, unit] of units.entries())
    await updateUnit(call, unit, { licenseKey: keys[at] ?? '', state: 'given' });
  return keys;
}

/** Returns null if keys of the level would give another subscription, or none. */
async function levelOf({ db, application }: SellerChange, planId: string): Promise<string | null> {
  const plan = await db
    .selectFrom('plans')
    .select('level')
    .where('id', '=', planId)
    .where('applicationId', '=', application.id)
    .executeTakeFirst();
  if (plan === undefined) return null;
  return (await firstPlan(db, application, plan.level))?.id === planId ? plan.level : null;
}

/** Nobody gets the period of a key whose user is deleted, or which the seller banned unused. */
function refusalOf(license: NonNullable<Awaited<ReturnType<typeof findByKey>>>) {
  if (license.usedBy !== null) return null;
  if (license.usedAt !== null) return 'holder-gone';
  return license.status === 'banned' && !isOurBan(license) ? 'key-banned' : null;
}

/** Grants the period to the holder of the first key, or makes that key longer. */
async function renew(
  call: SellerChange,
  { payments }: OrderState,
  unit: ShopUnitRow,
  attention: Set<string>,
): Promise<void> {
  const { db, application } = call;
  const units = await db
    .selectFrom('shopUnits')
    .selectAll()
    .where('orderId', '=', unit.orderId)
    .execute();
  const first = firstUnitsOf(payments, units).find(
    (one) => one.line === unit.line && one.unit === unit.unit,
  );
  const license =
    first === undefined || first.licenseKey === ''
      ? undefined
      : await findByKey(call, first.licenseKey);
  if (first?.licenseKey !== '' && license === undefined) {
    attention.add('key-gone');
    return;
  }
  if (license?.status === 'unused' && first?.planId === unit.planId) {
    await db
      .updateTable('licenses')
      .set((eb) => ({ seconds: eb('seconds', '+', unit.seconds) }))
      .where('applicationId', '=', application.id)
      .where('key', '=', license.key)
      .execute();
    await updateUnit(call, unit, { licenseKey: license.key, state: 'given' });
    return;
  }
  const refusal = license === undefined ? null : refusalOf(license);
  if (refusal !== null) {
    attention.add(refusal);
    return;
  }
  const [key] = await createFor(call, unit.orderId, [unit], attention);
  if (key === undefined) return;
  const userId = license?.usedBy ?? null;
  if (userId === null) {
    await queueMail(call, unit.orderId, unit.payment);
    return;
  }
  await grantToHolder(call, key, userId, unit);
}

async function grantToHolder(
  call: SellerChange,
  key: string,
  userId: string,
  { planId, seconds }: ShopUnitRow,
): Promise<void> {
  const { db, application, now } = call;
  await claimLicense(db, application, key, userId, now);
  await grantTime(db, { userId, planId }, { source: 'key', licenseKey: key }, seconds, now);
  await pauseWithApplication(db, application, ownedBy(userId), now);
  const { username, name } = await db
    .selectFrom('users')
    .innerJoin('plans', (join) => join.on('plans.id', '=', planId))
    .select(['username', 'name'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  await emitEvent(db, call, 'extend', { username, subscription: name, seconds });
}

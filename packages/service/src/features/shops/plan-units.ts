// Decides which keys each payment of an order pays for. Once decided, a later change of the mapping
// changes nothing.
import { maxKeysPerRequest } from '@latchkey/protocol/limits.ts';
import type { Database } from '../../database/schema.ts';
import type { ShopProductRow, ShopUnitRow } from '../../database/schema-shops.ts';
import type { OrderState, WantedPayment } from './order-state.ts';
import type { ShopItem } from './shop-event.ts';

export type PlanAttention = 'unmapped' | 'too-many-keys';

/** The mapping of all products that have no own one. */
const anyProduct = '*';

type NewUnit = Pick<ShopUnitRow, 'payment' | 'line' | 'unit' | 'planId' | 'seconds'>;

/** Stores the units of new payments, and returns all units of the order. */
export async function planUnits(
  db: Database,
  order: { readonly id: string; readonly shopId: string },
  { payments }: OrderState,
  attention: Set<string>,
): Promise<readonly ShopUnitRow[]> {
  const products = await db
    .selectFrom('shopProducts')
    .selectAll()
    .where('shopId', '=', order.shopId)
    .execute();
  for (const payment of payments) {
    const known = await unitsOf(db, order.id);
    const units =
      payment.kind === 'paid'
        ? firstUnits(payment, products, known, attention)
        : renewedUnits(payment, payments, products, known);
    if (units.length === 0) continue;
    await db
      .insertInto('shopUnits')
      .values(units.map((unit) => ({ ...unit, orderId: order.id, state: 'off' as const })))
      .execute();
  }
  return unitsOf(db, order.id);
}

export function unitsOf(db: Database, orderId: string): Promise<readonly ShopUnitRow[]> {
  return db
    .selectFrom('shopUnits')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('payment')
    .orderBy('line')
    .orderBy('unit')
    .execute();
}

/** A payment whose products are not told has one, which only the mapping of all products gives. */
export function linesOf({ items }: WantedPayment): readonly ShopItem[] {
  return items.length === 0 ? [{ product: '', quantity: 1 }] : items;
}

function firstUnits(
  payment: WantedPayment,
  products: readonly ShopProductRow[],
  known: readonly ShopUnitRow[],
  attention: Set<string>,
): readonly NewUnit[] {
  return linesOf(payment).flatMap(({ product, quantity }, line) => {
    if (known.some((one) => one.payment === payment.id && one.line === line)) return [];
    const mapped = mappingOf(products, product);
    if (mapped === undefined) attention.add('unmapped' satisfies PlanAttention);
    const amount = quantity * (mapped?.amount ?? 0);
    if (amount > maxKeysPerRequest) attention.add('too-many-keys' satisfies PlanAttention);
    if (mapped === undefined || amount > maxKeysPerRequest) return [];
    const { planId, seconds } = mapped;
    const own = { payment: payment.id, line, planId, seconds };
    return Array.from({ length: amount }, (_, unit) => ({ ...own, unit }));
  });
}

/** A renewal pays for what the first payment gave, or for another product after a change of plan. */
function renewedUnits(
  payment: WantedPayment,
  payments: readonly WantedPayment[],
  products: readonly ShopProductRow[],
  known: readonly ShopUnitRow[],
): readonly NewUnit[] {
  if (known.some((one) => one.payment === payment.id)) return [];
  const [item, ...others] = payment.items;
  const mapped =
    item === undefined || others.length > 0 ? undefined : mappingOf(products, item.product);
  return firstUnitsOf(payments, known).map(({ line, unit, planId, seconds }) => ({
    payment: payment.id,
    line,
    unit,
    planId: mapped?.planId ?? planId,
    seconds: payment.seconds ?? mapped?.seconds ?? seconds,
  }));
}

/** Returns the units of the first payment, which renewals follow. */
export function firstUnitsOf(
  payments: readonly WantedPayment[],
  units: readonly ShopUnitRow[],
): readonly ShopUnitRow[] {
  const first = payments.find(
    ({ id, kind }) => kind === 'paid' && units.some((unit) => unit.payment === id),
  );
  return units.filter((unit) => unit.payment === first?.id);
}

function mappingOf(
  products: readonly ShopProductRow[],
  product: string,
): ShopProductRow | undefined {
  return (
    products.find((one) => one.product === product) ??
    products.find((one) => one.product === anyProduct)
  );
}

// Seals everything of connected shops with a new secret of the service.
import type { Database } from '../../database/schema.ts';
import type { SealContexts } from '../../secrets/at-rest.ts';

export type Reseal = <Kind extends keyof SealContexts>(
  kind: Kind,
  context: SealContexts[Kind],
  sealed: string,
) => string;

export async function resealShops(db: Database, reseal: Reseal): Promise<void> {
  for (const { id, address, secrets, token } of await db
    .selectFrom('shops')
    .select(['id', 'address', 'secrets', 'token'])
    .execute())
    await db
      .updateTable('shops')
      .set({
        address: reseal('connected shops', [id], address),
        secrets: reseal('connected shops', [id], secrets),
        ...(token !== '' && { token: reseal('connected shops', [id], token) }),
      })
      .where('id', '=', id)
      .execute();
  for (const { id, shopId, buyer, items } of await db
    .selectFrom('shopOrders')
    .select(['id', 'shopId', 'buyer', 'items'])
    .execute()) {
    const resealed = (text: string) => (text === '' ? '' : reseal('shop sales', [shopId], text));
    await db
      .updateTable('shopOrders')
      .set({ buyer: resealed(buyer), items: resealed(items) })
      .where('id', '=', id)
      .execute();
  }
  for (const { id, shopId, facts } of await db
    .selectFrom('shopEvents')
    .select(['id', 'shopId', 'facts'])
    .execute())
    await db
      .updateTable('shopEvents')
      .set({ facts: reseal('shop sales', [shopId], facts) })
      .where('shopId', '=', shopId)
      .where('id', '=', id)
      .execute();
}

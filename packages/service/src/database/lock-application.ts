// Makes transactions of one application run one after the other, so that a count stays true.
import type { Database } from './schema.ts';

/** Call it in a transaction. Others that call it for this application wait for its end. */
export async function lockApplication(db: Database, id: string): Promise<void> {
  await db
    .updateTable('applications')
    .set((eb) => ({ sellerkeyHash: eb.ref('sellerkeyHash') }))
    .where('id', '=', id)
    .execute();
}

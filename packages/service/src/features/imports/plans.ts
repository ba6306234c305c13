// The subscriptions that the rows of an import can name.
import { fold } from '@latchkey/protocol/fold.ts';
import type { Database } from '../../database/schema.ts';
import type { ImportCall } from './row-states.ts';

export interface Plans {
  /** Ids by folded name. */
  readonly byName: ReadonlyMap<string, string>;
  readonly levels: ReadonlySet<string>;
}

/** Includes those that the import creates first, if this is its dry run. */
export async function plansOf(
  db: Database,
  { application, planned }: Pick<ImportCall, 'application' | 'planned'>,
): Promise<Plans> {
  const existing = await db
    .selectFrom('plans')
    .select(['id', 'name', 'level'])
    .where('applicationId', '=', application.id)
    .execute();
  const others = (planned?.subscriptions ?? []).map((plan) => ({ ...plan, id: fold(plan.name) }));
  const all = [...others, ...existing];
  return {
    byName: new Map(all.map(({ id, name }) => [fold(name), id])),
    levels: new Set(all.map(({ level }) => level)),
  };
}

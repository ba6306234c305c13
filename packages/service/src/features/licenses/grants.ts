// Reads and writes the grants of the ledger, by the rules of ledger.ts. A writer must have locked
// the subscription's row, so that no two grants get the same position.
import { inList } from '../../database/in-list.ts';
import { statement } from '../../database/statement.ts';
import type { Database, Transaction } from '../../database/schema.ts';
import type { GrantRow, GrantSource } from '../../database/schema-licenses.ts';
import type { SubscriptionKey } from '../subscriptions/subscriptions.ts';

export type NewGrant = {
  readonly planId: string;
  readonly source: GrantSource;
  readonly licenseKey: string | null;
  readonly actor: string;
  readonly now: number;
  /** Seconds; negative for time that a seller subtracted. */
  readonly given: number;
};

/** Adds a grant to an existing subscription, as its newest. */
export const insertGrant = statement((db, grant: NewGrant & { readonly userId: string }) =>
  insertQuery(db, newGrantRows(db, grant).where('subscriptions.userId', '=', grant.userId)),
);

/** Like `insertGrant`, for many users. */
export async function insertGrants(
  db: Transaction,
  grant: NewGrant,
  userIds: readonly string[],
): Promise<void> {
  const newRows = newGrantRows(db, grant).where('subscriptions.userId', 'in', inList(db, userIds));
  await insertQuery(db, newRows).execute();
}

/** Casts placeholders, because PostgreSQL treats them as text. */
function newGrantRows(db: Database, { planId, source, licenseKey, actor, now, given }: NewGrant) {
  return db
    .selectFrom('subscriptions')
    .select((eb) => [
      'subscriptions.userId',
      'subscriptions.planId',
      eb.cast<GrantSource>(eb.val(source), 'text').as('source'),
      eb.cast<string | null>(eb.val(licenseKey), 'text').as('licenseKey'),
      eb.cast<string>(eb.val(actor), 'text').as('actor'),
      eb.cast<number>(eb.val(now), 'bigint').as('grantedAt'),
      eb.cast<number>(eb.val(given), 'bigint').as('given'),
      eb
        .case()
        .when(eb.cast<number>(eb.val(given), 'bigint'), '>', 0)
        .then(eb.cast<number>(eb.val(given), 'bigint'))
        .else(eb.lit(0))
        .end()
        .as('left'),
      eb
        .selectFrom('grants')
        .select((inner) =>
          inner(inner.fn.coalesce(inner.fn.max('position'), inner.lit(0)), '+', inner.lit(1)).as(
            'next',
          ),
        )
        .whereRef('grants.userId', '=', 'subscriptions.userId')
        .whereRef('grants.planId', '=', 'subscriptions.planId')
        .$asScalar()
        .as('position'),
    ])
    .where('subscriptions.planId', '=', planId);
}

function insertQuery(db: Database, rows: ReturnType<typeof newGrantRows>) {
  return db
    .insertInto('grants')
    .columns([
      'userId',
      'planId',
      'source',
      'licenseKey',
      'actor',
      'grantedAt',
      'given',
      'left',
      'position',
    ])
    .expression(rows);
}

/** Returns the oldest grant first. */
export async function grantsOf(
  db: Database,
  { userId, planId }: SubscriptionKey,
): Promise<readonly GrantRow[]> {
  return db
    .selectFrom('grants')
    .selectAll()
    .where('userId', '=', userId)
    .where('planId', '=', planId)
    .orderBy('position')
    .execute();
}

export async function changeGrant(
  db: Database,
  { userId, planId, position }: Pick<GrantRow, 'userId' | 'planId' | 'position'>,
  change: Partial<Pick<GrantRow, 'left' | 'revokedAt' | 'revokedBy'>>,
): Promise<void> {
  await db
    .updateTable('grants')
    .set(change)
    .where('userId', '=', userId)
    .where('planId', '=', planId)
    .where('position', '=', position)
    .execute();
}

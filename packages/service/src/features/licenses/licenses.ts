// Finds license keys, claims each exactly once, and explains why a spent key is refused.
import type { Expression, Selectable } from 'kysely';
import { refuse, type Refusal } from '../../outcome.ts';
import { isStill } from '../../database/expressions.ts';
import { isNamed, looseKeys, typedKey } from '../../database/names.ts';
import type { ApplicationRow, Database, Tables, Transaction } from '../../database/schema.ts';
import type { SessionRow } from '../../database/schema-sessions.ts';
import { endOf } from '../subscriptions/grace.ts';
import { isActive, ownedSubscriptions } from '../subscriptions/subscriptions.ts';

type LicenseRow = Selectable<Tables['licenses']>;

/** Finds a license by a key as the user typed it. The result has the stored spelling. */
export async function findLicense(
  db: Database,
  application: ApplicationRow,
  key: string,
): Promise<LicenseRow | undefined> {
  const named = (one: string) =>
    db
      .selectFrom('licenses')
      .selectAll()
      .where('applicationId', '=', application.id)
      .where(isNamed('licenses', typedKey(one)))
      .executeTakeFirst();
  const license = await named(key);
  if (license !== undefined) return license;
  const stored = (await looseKeys(db, application.id, [key])).get(key);
  return stored === undefined ? undefined : named(stored);
}

/** Returns the plan that a level grants, which is the oldest plan of that level. */
export async function firstPlan(
  db: Database,
  application: ApplicationRow,
  level: string,
): Promise<{ id: string; name: string; level: string } | undefined> {
  return db
    .selectFrom('plans')
    .select(['id', 'name', 'level'])
    .where('applicationId', '=', application.id)
    .where('level', '=', level)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** `firstPlan` as a subquery. `level` is a column of the outer query. */
export function firstPlanQuery<Column extends 'first.id' | 'first.name'>(
  db: Database,
  applicationId: string,
  level: Expression<string | null>,
  column: Column,
) {
  return db
    .selectFrom('plans as first')
    .select(column)
    .where('first.applicationId', '=', applicationId)
    .where('first.level', '=', level)
    .orderBy('first.createdAt')
    .orderBy('first.id')
    .limit(1);
}

/**
 * Claims an unused license. Of several concurrent clients, one gets its seconds and the others get
 * null. `key` has the stored spelling.
 */
export async function claimLicense(
  transaction: Transaction,
  application: ApplicationRow,
  key: string,
  userId: string,
  now: number,
): Promise<number | null> {
  const claimed = await transaction
    .updateTable('licenses')
    .set({ status: 'used', usedBy: userId, usedAt: now })
    .where('applicationId', '=', application.id)
    .where('key', '=', key)
    .where(isStill('status', 'unused'))
    .returning('seconds')
    .executeTakeFirst();
  return claimed?.seconds ?? null;
}

interface LicenseContext {
  readonly db: Database;
  readonly application: ApplicationRow;
  readonly session: Pick<SessionRow, 'userId'>;
  readonly now: number;
}

/**
 * Explains why a used or banned key is refused.
 * SECURITY: only the user who redeemed the key learns who did so, and when the subscription ends.
 */
export async function refuseSpent(
  { db, application, session, now }: LicenseContext,
  license: Pick<LicenseRow, 'status' | 'level' | 'usedBy'>,
): Promise<Refusal> {
  if (license.status === 'banned') return refuse('key-banned');
  if (license.usedBy === null || license.usedBy !== session.userId) return refuse('key-used');
  const plan = await firstPlan(db, application, license.level);
  const owned = await ownedSubscriptions(db, license.usedBy);
  const activeSubscription = owned.find(
    (one) => one.subscription === plan?.name && isActive(one, now),
  );
  return refuse('key-used', {
    usedByYou: true,
    ...(activeSubscription !== undefined && { expiry: String(endOf(activeSubscription, now)) }),
  });
}

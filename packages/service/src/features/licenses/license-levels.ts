// Chooses the level of a new license. Refuses a level that would grant a different subscription
// than the seller named.
import type { z } from 'zod';
import type { licenseMakingApi } from '@latchkey/protocol/seller/license-making.ts';
import { firstPlan } from './licenses.ts';
import { fail, type SellerChange } from '../../api/seller-call.ts';

type LevelRequest = Pick<z.output<typeof licenseMakingApi.add.request>, 'level' | 'sub' | 'force'>;

const defaultLevel = '1';
/** Maximum number of subscriptions that a refusal lists. */
const maxListed = 20;

/** `force` allows a level without a subscription, because the seller may add one later. */
export async function chooseLevel(call: SellerChange, { level, sub, force }: LevelRequest) {
  const { db, application } = call;
  if (sub === undefined) {
    const chosen = level ?? defaultLevel;
    if (force === 0 && (await firstPlan(db, application, chosen)) === undefined)
      return refuseWithPlans(call, 'no-plan-for-level');
    return { ok: true as const, level: chosen };
  }
  const named = await db
    .selectFrom('plans')
    .select(['id', 'level'])
    .where('applicationId', '=', application.id)
    .where('name', '=', sub)
    .executeTakeFirst();
  if (named === undefined) return refuseWithPlans(call, 'subscription-unknown');
  if (level !== undefined && level !== named.level)
    return fail('level-differs', `It is ${named.level}.`, {
      level: named.level,
    });
  const first = await firstPlan(db, application, named.level);
  if (first !== undefined && first.id !== named.id)
    return fail(
      'level-of-older-subscription',
      `It gives ${first.name} (level ${first.level}). Give ${sub} a different level.`,
      { subscription: first.name, level: first.level },
    );
  return { ok: true as const, level: named.level };
}

/** The detail names the subscriptions that exist. */
async function refuseWithPlans<const Code extends string>(
  { db, application }: SellerChange,
  code: Code,
) {
  const plans = await db
    .selectFrom('plans')
    .select(['name', 'level'])
    .where('applicationId', '=', application.id)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(maxListed + 1)
    .execute();
  const listed = plans.slice(0, maxListed);
  const names = listed.map(({ name, level }) => `${name} (level ${level})`).join(', ');
  const detail =
    plans.length === 0
      ? 'There are none yet. Create one first.'
      : `There are: ${names}${plans.length > maxListed ? ' and others' : ''}.`;
  return fail(code, detail, { subscriptions: listed });
}

// Seller API operations on the features of subscriptions and users.
import type { featuresApi } from '@latchkey/protocol/seller/features.ts';
import { featureKindOf, readFeatureValue } from '@latchkey/protocol/features.ts';
import { lockApplication } from '../../database/lock-application.ts';
import { maxFeatures } from '@latchkey/protocol/limits.ts';
import { done, fail, type SellerChange, type SellerHandlers } from '../../api/seller-call.ts';
import { findPlan, findUser } from '../users/users.ts';
import {
  readFeatures,
  runningFeatures,
  storedFeatures,
  type StoredFeature,
} from './stored-features.ts';

export const features: SellerHandlers<typeof featuresApi> = {
  async setfeature(call, { feature: name, value: text, kind: wanted, ...more }) {
    const value = readFeatureValue(text, wanted);
    if (value === null) return fail('feature-value-invalid');
    if (more.until && more.user === undefined) return fail('feature-end-of-user');
    if (more.until && more.until <= call.now) return fail('feature-end-past');
    // Of two changes of different subscriptions, the second one must see the kind of the first.
    await lockApplication(call.db, call.application.id);
    const holder = await lockHolder(call, more);
    if ('ok' in holder) return holder;
    const other = await planOfOtherKind(call, holder.id, { name, value });
    if (other !== undefined)
      return fail('feature-kind-differs', undefined, { subscription: other });
    const others = holder.features.filter((one) => one.name !== name);
    if (others.length >= maxFeatures) return fail('too-many-features');
    const before = holder.features.find((one) => one.name === name);
    const { words = before?.words ?? '', until = before?.until } = more;
    await holder.write([...others, { name, value, words, ...(until && { until }) }]);
    return done({ kind: featureKindOf(value) });
  },

  async delfeature(call, { feature: name, ...whose }) {
    const holder = await lockHolder(call, whose);
    if ('ok' in holder) return holder;
    const others = holder.features.filter((one) => one.name !== name);
    if (others.length === holder.features.length) return fail('feature-unknown');
    await holder.write(others);
    return done();
  },
};

interface Whose {
  readonly sub?: string | undefined;
  readonly user?: string | undefined;
}

/** Locks the row of the subscription or user, because its list is read and rewritten. */
async function lockHolder(call: SellerChange, { sub, user }: Whose) {
  if ((sub === undefined) === (user === undefined)) return fail('user-or-subscription');
  const { db, now } = call;
  const table = sub === undefined ? 'users' : 'plans';
  const found = await (sub === undefined ? findUser(call, user ?? '') : findPlan(call, sub));
  const unknown = fail(sub === undefined ? 'user-unknown' : 'subscription-unknown');
  if (found === undefined) return unknown;
  const { id } = found;
  const row = await db
    .updateTable(table)
    .set((eb) => ({ features: eb.ref('features') }))
    .where('id', '=', id)
    .returning('features')
    .executeTakeFirst();
  if (row === undefined) return unknown;
  const { features: stored } = row;
  return {
    id,
    // Those that have ended are forgotten with the next change.
    features: table === 'users' ? runningFeatures(stored, now) : readFeatures(stored),
    write: (features: readonly StoredFeature[]) =>
      db
        .updateTable(table)
        .set({ features: storedFeatures(features) })
        .where('id', '=', id)
        .execute(),
  };
}

/** Returns a subscription in which the feature has another kind, because no rule compares them. */
async function planOfOtherKind(
  { db, application }: SellerChange,
  exceptId: string,
  { name, value }: Pick<StoredFeature, 'name' | 'value'>,
): Promise<string | undefined> {
  const plans = await db
    .selectFrom('plans')
    .select(['name', 'features'])
    .where('applicationId', '=', application.id)
    .where('features', 'is not', null)
    .where('id', '!=', exceptId)
    .execute();
  return plans.find(({ features: stored }) =>
    readFeatures(stored).some(
      (one) => one.name === name && featureKindOf(one.value) !== featureKindOf(value),
    ),
  )?.name;
}

// The features of a user (docs/protocol.md#features): those of the running subscriptions, and the
// user's own.
import type { Features, FeatureValue } from '@latchkey/protocol/features.ts';
import type { OwnedSubscription } from '../../api/call.ts';
import type { Database } from '../../database/schema.ts';
import { endOf } from './grace.ts';
import { isShown, readFeatures, runningFeatures, type StoredFeature } from './stored-features.ts';
import { isActive, ownedSubscriptions } from './subscriptions.ts';

export interface FeatureSource {
  readonly name: string;
  /** Infinity for the features of the user. */
  readonly level: number;
  readonly features: readonly Pick<StoredFeature, 'name' | 'value'>[];
}

/**
 * Yes wins, and the higher number. Of texts, and of values of different kinds, that of the higher
 * level wins; of the same level, that of the first name. A value of the user does not count if a
 * subscription has one of another kind.
 */
export function mergeFeatures(sources: readonly FeatureSource[]): Features {
  const merged = new Map<string, FeatureValue>();
  const own = new Set<string>();
  const highestFirst = sources.toSorted(
    (a, b) => (a.level === b.level ? 0 : b.level - a.level) || (a.name < b.name ? -1 : 1),
  );
  for (const { features, level } of highestFirst)
    for (const { name, value } of features) {
      const before = merged.get(name);
      const isOfOtherKind = own.has(name) && typeof value !== typeof before;
      if (before === undefined || isOfOtherKind || isMore(value, before)) merged.set(name, value);
      if (level === Infinity) own.add(name);
      else if (isOfOtherKind) own.delete(name);
    }
  return Object.fromEntries([...merged].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isMore(value: FeatureValue, before: FeatureValue): boolean {
  return typeof value !== 'string' && typeof value === typeof before && value > before;
}

type Owned = readonly OwnedSubscription[];

/** The features of the running subscriptions and of the user. */
function featuresOf(owned: Owned, own: string | null, now: number): Features {
  return mergeFeatures([
    { name: '', level: Infinity, features: runningFeatures(own, now) },
    ...owned
      .filter((one) => one.features !== null && isActive(one, now))
      .map(({ subscription: name, level, features }) => ({
        name,
        level: Number(level),
        features: readFeatures(features),
      })),
  ]);
}

/** The fields of `info` about features. They are missing if the user has none. */
export function featureFacts(owned: Owned, own: string | null, now: number) {
  const features = featuresOf(owned, own, now);
  if (Object.keys(features).length === 0) return {};
  const extras = runningFeatures(own, now)
    .filter(isShown)
    .map(({ words, until = null }) => ({ words, until: until === null ? null : String(until) }));
  return { features, ...(extras.length > 0 && { extras }) };
}

/**
 * The fields of an offline pass about features, with those from later times on. If they change more
 * often than `maxChanges`, it drops all that end before it does.
 */
export function passFeatures(
  owned: Owned,
  own: string | null,
  { now, until, maxChanges }: Readonly<Record<'now' | 'until' | 'maxChanges', number>>,
) {
  const features = featuresOf(owned, own, now);
  if (Object.keys(features).length === 0) return {};
  // The ends that the pass itself states.
  const stated = owned.map((one) => ({ ...one, expiresAt: endOf(one, now), graceDays: 0 }));
  const ends = [
    ...runningFeatures(own, now).map((one) => one.until ?? until),
    ...stated.filter((one) => isActive(one, now)).map(({ expiresAt }) => expiresAt ?? until),
  ];
  const changes = [...new Set(ends)].filter((at) => at < until).sort((a, b) => a - b);
  const isTooMany = changes.length > maxChanges;
  const featureChanges = changes
    .slice(0, isTooMany ? 1 : maxChanges)
    .map((from) => ({ from, features: featuresOf(stated, own, isTooMany ? until - 1 : from) }));
  return { features, ...(featureChanges.length > 0 && { featureChanges }) };
}

/** Reads the features of a user who is not read otherwise. */
export async function readFeaturesOf(db: Database, userId: string, now: number): Promise<Features> {
  const user = await db
    .selectFrom('users')
    .select('features')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user === undefined) return {}; // deleted in between
  return featuresOf(await ownedSubscriptions(db, userId), user.features, now);
}

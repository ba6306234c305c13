// For `why`: the newest releases that a user is not offered, because they require a feature.
import { isFeatureOn } from '@latchkey/protocol/features.ts';
import type { SellerCall } from '../../api/seller-call.ts';
import { readFeaturesOf } from '../subscriptions/features.ts';

/** Reads nothing about the user if no release requires a feature. */
export async function withheldAnswer({ db, application, now }: SellerCall, userId: string) {
  const rows = await db
    .selectFrom('releases')
    .select(['version', 'channel', 'platform', 'feature'])
    .where('applicationId', '=', application.id)
    .where('kind', '=', 'program')
    .where('publishedAt', 'is not', null)
    .where('retracted', '=', 0)
    .where('rollout', '>', 0)
    .orderBy('channel')
    .orderBy('platform')
    .orderBy('sequence', 'desc')
    .execute();
  const newest = Map.groupBy(rows, ({ channel, platform }) => `${channel} ${platform}`);
  const required = [...newest.values()].flatMap(([row]) => {
    const { feature = null, ...release } = row ?? {};
    return feature === null || !('version' in release) ? [] : [{ ...release, feature }];
  });
  if (required.length === 0) return {};
  const features = await readFeaturesOf(db, userId, now);
  const withheld = required.filter(({ feature }) => !isFeatureOn(features[feature]));
  return withheld.length === 0 ? {} : { withheld };
}

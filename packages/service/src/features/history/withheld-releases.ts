// For `why`: the newest releases that a user is not offered, because they require a feature.
import type { SellerCall } from '../../api/seller-call.ts';
import { offerTo } from '../releases/releases.ts';
import { readFeaturesOf } from '../subscriptions/features.ts';

/** Reads nothing about the user if no release requires a feature. */
export async function withheldAnswer({ db, application, now }: SellerCall, userId: string) {
  const lines = await db
    .selectFrom('releases')
    .select(['applicationId', 'kind', 'channel', 'platform'])
    .distinct()
    .where('applicationId', '=', application.id)
    .where('kind', '=', 'program')
    .where('feature', 'is not', null)
    .orderBy('channel')
    .orderBy('platform')
    .execute();
  if (lines.length === 0) return {};
  const features = await readFeaturesOf(db, userId, now);
  const withheld: Record<'version' | 'channel' | 'platform' | 'feature', string>[] = [];
  for (const line of lines) {
    const { withheld: row } = await offerTo(db, line, userId, () => Promise.resolve(features));
    if (row === undefined || row.feature === null) continue;
    const { version, channel, platform, feature } = row;
    withheld.push({ version, channel, platform, feature });
  }
  return withheld.length === 0 ? {} : { withheld };
}

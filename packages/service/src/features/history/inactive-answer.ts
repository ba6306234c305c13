// Explains why no subscription of a user is running.
import type { WhyAnswer } from '@latchkey/protocol/seller/why-answers.ts';
import type { OwnedSubscription } from '../../api/call.ts';
import type { SellerCall } from '../../api/seller-call.ts';
import { shownEnd } from '../subscriptions/revoked-ends.ts';
import { refuseInactive } from '../subscriptions/subscriptions.ts';

export async function inactiveAnswer(
  { db, now }: Pick<SellerCall, 'db' | 'now'>,
  userId: string,
  owned: readonly OwnedSubscription[],
): Promise<readonly WhyAnswer[]> {
  const refusal = refuseInactive(owned, now);
  if (refusal === null) return [];
  if (refusal.reason === 'app-paused') return [{ code: 'app-paused' }];
  if (refusal.reason === 'subscription-paused')
    return [{ code: 'subscription-paused', subscriptions: owned.flatMap(pausedAnswer) }];
  if (owned.length === 0) {
    const grant = await db
      .selectFrom('grants')
      .select('position')
      .where('userId', '=', userId)
      .limit(1)
      .executeTakeFirst();
    if (grant === undefined) return [{ code: 'never-redeemed' }];
  }
  return [{ code: 'no-subscription', ended: owned.flatMap(endedAnswer) }];
}

function pausedAnswer({ subscription, remainingSeconds }: OwnedSubscription) {
  if (remainingSeconds === null || remainingSeconds <= 0) return [];
  return [{ subscription, timeleft: remainingSeconds }];
}

function endedAnswer({ subscription, expiresAt }: OwnedSubscription) {
  return expiresAt === null ? [] : [{ subscription, expiry: String(shownEnd(expiresAt)) }];
}

// The change that removes an obstacle of a sign-in.
import type { SellerNeed } from '@latchkey/protocol/seller-scopes.ts';
import type { AnswerTo } from '../../../client/seller.ts';
import type { ChosenChange } from '../changes.ts';

export type Obstacle = AnswerTo<'why'>['obstacles'][number];

interface Fix {
  readonly change: ChosenChange;
  /** What the person must be allowed to. */
  readonly need: SellerNeed;
}

/** Returns null if waiting, the user or a setting removes the obstacle. */
export function fixOf(obstacle: Obstacle): Fix | null {
  switch (obstacle.code) {
    case 'banned':
      return { change: { name: 'unban' }, need: 'support' };
    case 'blacklisted':
      return obstacle.what === 'ip' ? { change: { name: 'unblock' }, need: 'all' } : null;
    case 'wrong-device':
      return { change: { name: 'removeComputer' }, need: 'support' };
    case 'seat-held':
      return { change: { name: 'reset' }, need: 'support' };
    case 'subscription-paused':
      return { change: { name: 'resume' }, need: 'support' };
    case 'no-subscription':
      return {
        change: { name: 'extend', ...planOf(obstacle.ended[0]) },
        need: 'support',
      };
    case 'never-redeemed':
      return { change: { name: 'extend' }, need: 'support' };
    case 'code-needed':
      return { change: { name: 'twoFactor' }, need: 'support' };
    case 'app-paused':
      return { change: { name: 'resumeApplication' }, need: 'all' };
    case 'app-disabled':
    case 'codes-locked':
    case 'device-id-invalid':
    case 'rate-limited':
    case 'user-unknown':
      return null;
  }
}

function planOf(ended: { readonly subscription: string } | undefined) {
  return ended === undefined ? {} : { plan: ended.subscription };
}

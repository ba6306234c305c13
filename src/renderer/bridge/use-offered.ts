// Hooks that report available features. The brand must enable a feature and the service support it.
import type { WaysOn } from '../../copy/state-words.ts';
import type { AccountWay } from '../../shared/offers.ts';
import { useParts } from './loader-context.ts';

export function useOffered(): (way: AccountWay) => boolean {
  const { info, session } = useParts();
  return (way) => info.accounts[way] && !session.lacking.includes(way);
}

/** Returns how the user can extend a subscription. */
export function useWaysOn(): WaysOn {
  const { info } = useParts();
  const redeem = useOffered()('redeem');
  const renew = info.links.renew !== undefined;
  if (redeem) return renew ? 'both' : 'redeem';
  return renew ? 'renew' : null;
}

export function useChats(): boolean {
  const { info, session } = useParts();
  return info.community.chat && !session.lacking.includes('chat');
}

// Hooks that report available features: those that the brand enables and the service supports.
import type { RenewalOptions } from '../../copy/state-texts.ts';
import type { AccountFeature } from '../../shared/features.ts';
import { offlineIn } from '../../shared/phases.ts';
import { useFirstContext } from './first-context.ts';

export function useIsOffered(): (feature: AccountFeature) => boolean {
  const { info, session } = useFirstContext();
  return (feature) => info.accounts[feature] && !session.unsupported.includes(feature);
}

/** Returns how the user can extend a subscription. */
export function useRenewalOptions(): RenewalOptions {
  const { info } = useFirstContext();
  const redeem = useIsOffered()('redeem');
  const renew = info.links.renew !== undefined;
  if (redeem) return renew ? 'both' : 'redeem';
  return renew ? 'renew' : null;
}

export function useIsChatOffered(): boolean {
  const { info, session } = useFirstContext();
  const isOffline = offlineIn(session.phase) !== null;
  return info.community.chat && !isOffline && !session.unsupported.includes('chat');
}

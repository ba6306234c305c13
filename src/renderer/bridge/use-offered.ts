// What the brand and its service offer of the ways with keys and accounts: what is off, or turned out to be unknown to the
// service, is not drawn.
import type { WaysOn } from '../../copy/state-words.ts';
import type { AccountWay } from '../../shared/offers.ts';
import { useParts } from './loader-context.ts';

export function useOffered(): (way: AccountWay) => boolean {
  const { info, session } = useParts();
  return (way) => info.accounts[way] && !session.lacking.includes(way);
}

/** How somebody goes on whose subscription ended or ends. */
export function useWaysOn(): WaysOn {
  const { info } = useParts();
  const redeem = useOffered()('redeem');
  const renew = info.links.renew !== undefined;
  if (redeem) return renew ? 'both' : 'redeem';
  return renew ? 'renew' : null;
}

/** Whether there is a chat to open. */
export function useChats(): boolean {
  const { info, session } = useParts();
  return info.community.chat && !session.lacking.includes('chat');
}

// What the brand and its service offer of the ways with keys and accounts: what is off, or turned out to be unknown to the
// service, is not drawn.
import type { AccountWay } from '../../shared/offers.ts';
import { useParts } from './loader-context.ts';

export function useOffered(): (way: AccountWay) => boolean {
  const { info, session } = useParts();
  return (way) => info.accounts[way] && !session.lacking.includes(way);
}

/** Whether there is a chat to open. */
export function useChats(): boolean {
  const { info, session } = useParts();
  return info.community.chat && !session.lacking.includes('chat');
}

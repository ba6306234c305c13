// What the brand and its service offer of the ways with keys and accounts: what is off, or turned out to be unknown to the
// service, is not drawn.
import type { AccountWay } from '../../shared/session.ts';
import { useParts } from './loader-context.ts';

export function useOffered(): (way: AccountWay) => boolean {
  const { info, session } = useParts();
  return (way) => info.accounts[way] && !session.lacking.includes(way);
}

// The name of the account of the reseller who is signed in.
import { useMe } from '../../session/me.ts';

export function useOwnAccount(): string {
  return useMe().data?.name ?? '';
}

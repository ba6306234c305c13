// The balance of a reseller.
import { useAsk } from '../../../client/seller.ts';
import { useApplication } from '../../../session/application.ts';
import { useMe } from '../../../session/me.ts';

/** Undefined for people without a balance, and until it is read. */
export function useBalance() {
  const { role } = useApplication();
  const username = useMe().data?.name;
  const { data } = useAsk(
    'fetchbalance',
    { username, limit: '1' },
    { enabled: role === 'reseller' },
  );
  return role === 'reseller' ? data?.balances : undefined;
}

// Balance, its changes, and customers of a reseller.
import { useAsk } from '../../client/seller.ts';
import { useCopy } from '../../copy/language.ts';
import { LoadFailed } from '../../layout/LoadFailed.tsx';
import { BalanceEntries } from '../balance/BalanceEntries.tsx';
import { BalanceTable } from '../balance/BalanceTable.tsx';
import { CustomerTable } from '../balance/CustomerTable.tsx';
import { Part } from '../balance/Part.tsx';

export function ResellerParts({ username }: { readonly username: string }) {
  const { account, team } = useCopy();
  const balance = useAsk('fetchbalance', { username, limit: '1' });
  return (
    <>
      <Part title={team.balance}>
        {balance.isError && balance.data === undefined ? (
          <LoadFailed error={balance.error} retry={() => void balance.refetch()} />
        ) : (
          <BalanceTable
            balances={balance.data?.balances ?? []}
            waiting={balance.isPending}
            ownBalance={false}
          />
        )}
      </Part>
      <Part title={account.entries}>
        <BalanceEntries username={username} />
      </Part>
      <Part title={account.customers}>
        <CustomerTable username={username} />
      </Part>
    </>
  );
}

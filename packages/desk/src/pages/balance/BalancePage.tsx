// The balance of the reseller who is signed in.
import { KeyRound } from 'lucide';
import { ButtonLink } from '@latchkey/kit/ButtonLink.tsx';
import { useAsk } from '../../client/seller.ts';
import { useCopy } from '../../copy/language.ts';
import { LoadFailed } from '../../layout/LoadFailed.tsx';
import { Page } from '../../parts/Page.tsx';
import { hrefOf } from '../../router/location.ts';
import { useApplication } from '../../session/application.ts';
import { makingPlace } from '../licenses/places.ts';
import { BalanceEntries } from './BalanceEntries.tsx';
import { BalanceTable } from './BalanceTable.tsx';
import { MakeableKeys } from './MakeableKeys.tsx';
import { Part } from './Part.tsx';

export function BalancePage() {
  const { balance } = useCopy();
  const { name, account: username } = useApplication();
  const query = useAsk('fetchbalance', { username, limit: '1' });
  const balances = query.data?.balances ?? [];
  return (
    <Page
      title={balance.title}
      description={balance.description}
      actions={
        <ButtonLink kind="filled" icon={KeyRound} href={hrefOf(name, ...makingPlace)}>
          {balance.make}
        </ButtonLink>
      }
    >
      {query.isError && query.data === undefined ? (
        <LoadFailed error={query.error} retry={() => void query.refetch()} />
      ) : (
        <>
          <MakeableKeys balances={balances} />
          <Part title={balance.left}>
            <BalanceTable balances={balances} waiting={query.isPending} ownBalance />
          </Part>
        </>
      )}
      <Part title={balance.entries}>
        <BalanceEntries username={username} />
      </Part>
    </Page>
  );
}

// The customers of the reseller who is signed in.
import { useCopy } from '../../copy/language.ts';
import { Page } from '../../parts/Page.tsx';
import { CustomerTable } from './CustomerTable.tsx';
import { useOwnAccount } from './use-own-account.ts';

export function CustomersPage() {
  const { customers } = useCopy();
  return (
    <Page title={customers.title} description={customers.description}>
      <CustomerTable username={useOwnAccount()} />
    </Page>
  );
}

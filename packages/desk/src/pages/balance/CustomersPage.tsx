// The customers of the reseller who is signed in.
import { useCopy } from '../../copy/language.ts';
import { Page } from '../../parts/Page.tsx';
import { useApplication } from '../../session/application.ts';
import { CustomerTable } from './CustomerTable.tsx';

export function CustomersPage() {
  const { customers } = useCopy();
  const { account } = useApplication();
  return (
    <Page title={customers.title} description={customers.description}>
      <CustomerTable username={account} />
    </Page>
  );
}

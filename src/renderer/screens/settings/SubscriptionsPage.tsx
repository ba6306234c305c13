// Settings page of the subscriptions, with the keys redeemed on this computer.
import type { Account } from '../../../shared/session.ts';
import { useCopy } from '../../bridge/loader-context.ts';
import type { LocalForm } from '../../phase-facts.ts';
import { RedeemButton } from '../../ui/RedeemButton.tsx';
import { RedeemedKeysSection } from './RedeemedKeysSection.tsx';
import { SubscriptionsSection } from './SubscriptionsSection.tsx';

export interface SubscriptionsPageProps {
  readonly account: Account;
  readonly open: (form: LocalForm) => void;
}

export function SubscriptionsPage({ account, open }: SubscriptionsPageProps) {
  const copy = useCopy().ready;
  return (
    <>
      <SubscriptionsSection account={account} />
      <div>
        <RedeemButton kind="outlined" label={copy.redeem} onClick={() => open('redeem')} />
      </div>
      <RedeemedKeysSection />
    </>
  );
}

// Settings page of the subscriptions, with the keys redeemed on this computer.
import { Button } from '@latchkey/kit/Button.tsx';
import { allows } from '../../../shared/phases.ts';
import type { Account } from '../../../shared/session.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { useIsOffered } from '../../bridge/use-offered.ts';
import type { LocalForm } from '../../phase-facts.ts';
import { RedeemedKeysSection } from './RedeemedKeysSection.tsx';
import { SubscriptionsSection } from './SubscriptionsSection.tsx';

export interface SubscriptionsPageProps {
  readonly account: Account;
  readonly open: (form: LocalForm) => void;
}

export function SubscriptionsPage({ account, open }: SubscriptionsPageProps) {
  const { phase } = useLoaderContext().session;
  const copy = useCopy().ready;
  const isOffered = useIsOffered();
  return (
    <>
      <SubscriptionsSection account={account} />
      {allows(phase, 'redeem') && isOffered('redeem') && (
        <div>
          <Button kind="outlined" onClick={() => open('redeem')}>
            {copy.redeem}
          </Button>
        </div>
      )}
      <RedeemedKeysSection />
    </>
  );
}

// Settings page about signing in: two-factor sign-in, the password and the saved accounts.
import type { Account } from '../../../shared/session.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { useIsOffered } from '../../bridge/use-offered.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { SavedSignInsSection } from './SavedSignInsSection.tsx';
import { SettingCard } from './SettingCard.tsx';
import { TwoFactor, TwoFactorOutcomeMessage } from './TwoFactor.tsx';
import type { TwoFactorChange } from './use-two-factor-change.ts';

export interface SecurityPageProps {
  readonly account: Account;
  readonly change: TwoFactorChange;
}

export function SecurityPage({ account, change }: SecurityPageProps) {
  const { links } = useLoaderContext().info;
  const { settings: copy } = useCopy();
  const isOffered = useIsOffered();
  return (
    <>
      {change.outcome !== null && <TwoFactorOutcomeMessage outcome={change.outcome} />}
      {isOffered('twoFactor') && <TwoFactor account={account} change={change.start} />}
      {links.forgot !== undefined && account.byKey !== true && (
        <SettingCard
          title={copy.password}
          text={copy.passwordText}
          control={<LinkButton name="forgot" kind="outlined" label={copy.resetPassword} />}
        />
      )}
      <SavedSignInsSection />
    </>
  );
}

// Settings page about signing in: two-factor sign-in, recovery codes, the password, the sessions,
// recent changes and the saved accounts.
import { Button } from '@latchkey/kit/Button.tsx';
import { allows } from '../../../shared/phases.ts';
import type { Account } from '../../../shared/session.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { useIsOffered } from '../../bridge/use-offered.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useBusyReason } from '../../ui/use-busy-reason.ts';
import { RecoveryCodesCard } from './RecoveryCodesCard.tsx';
import { SavedSignInsSection } from './SavedSignInsSection.tsx';
import { SecurityEvents } from './SecurityEvents.tsx';
import { SecurityOutcomeMessage } from './SecurityOutcomeMessage.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { SettingCard } from './SettingCard.tsx';
import { TwoFactor } from './TwoFactor.tsx';
import type { SecurityForms } from './use-security-forms.ts';

export interface SecurityPageProps {
  readonly account: Account;
  readonly forms: Pick<SecurityForms, 'outcome' | 'start'>;
}

export function SecurityPage({ account, forms: { outcome, start } }: SecurityPageProps) {
  const isOffered = useIsOffered();
  const can = account.can ?? [];
  return (
    <>
      {outcome !== null && <SecurityOutcomeMessage outcome={outcome} />}
      {isOffered('twoFactor') && <TwoFactor account={account} change={start} />}
      {account.twoFactor === true && can.includes('newrecoverycodes') && (
        <RecoveryCodesCard left={account.recoveryCodes ?? 0} make={() => start('new-codes')} />
      )}
      <Password account={account} start={() => start('change-password')} />
      {can.includes('sessions') && <SessionsSection canEnd={can.includes('endsession')} />}
      <SecurityEvents events={account.events ?? []} />
      <SavedSignInsSection />
    </>
  );
}

/** Offers to change the password here, else on the brand's page. A key cannot be changed. */
function Password({ account, start }: { readonly account: Account; readonly start: () => void }) {
  const { info, session } = useLoaderContext();
  const { changePassword: texts, settings: copy } = useCopy();
  const busyReason = useBusyReason();
  if (account.byKey === true) return null;
  if (account.can?.includes('changepassword') === true) {
    const canChange = allows(session.phase, 'changePassword');
    return (
      <SettingCard
        title={copy.password}
        text={canChange ? texts.cardText : busyReason}
        control={
          <Button kind="outlined" label={texts.title} disabled={!canChange} onClick={start}>
            {texts.change}
          </Button>
        }
      />
    );
  }
  if (info.links.forgot === undefined) return null;
  return (
    <SettingCard
      title={copy.password}
      text={copy.passwordText}
      control={<LinkButton name="forgot" kind="outlined" label={copy.resetPassword} />}
    />
  );
}

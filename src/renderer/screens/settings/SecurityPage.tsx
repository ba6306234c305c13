// Settings page about signing in: two-factor sign-in, the password, the sessions and the saved
// accounts.
import { CircleCheck } from 'lucide';
import { Button } from '@latchkey/kit/Button.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { allows } from '../../../shared/phases.ts';
import type { Account } from '../../../shared/session.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { useIsOffered } from '../../bridge/use-offered.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useBusyReason } from '../../ui/use-busy-reason.ts';
import { useAnnouncement } from '../../ui/use-live-region.ts';
import { SavedSignInsSection } from './SavedSignInsSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { SettingCard } from './SettingCard.tsx';
import { TwoFactor, TwoFactorOutcomeMessage } from './TwoFactor.tsx';
import type { TwoFactorChange } from './use-two-factor-change.ts';

/** The form of the password, which replaces the settings while it is open. */
export interface PasswordChange {
  /** The user has changed the password since the settings were opened. */
  readonly isDone: boolean;
  readonly start: () => void;
}

export interface SecurityPageProps {
  readonly account: Account;
  readonly change: TwoFactorChange;
  readonly password: PasswordChange;
}

export function SecurityPage({ account, change, password }: SecurityPageProps) {
  const isOffered = useIsOffered();
  const can = account.can ?? [];
  return (
    <>
      {change.outcome !== null && <TwoFactorOutcomeMessage outcome={change.outcome} />}
      {password.isDone && <PasswordChanged />}
      {isOffered('twoFactor') && <TwoFactor account={account} change={change.start} />}
      <Password account={account} start={password.start} />
      {can.includes('sessions') && <SessionsSection canEnd={can.includes('endsession')} />}
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

function PasswordChanged() {
  const { doneTitle, doneText } = useCopy().changePassword;
  useAnnouncement(doneTitle);
  return <Message tone="good" icon={CircleCheck} title={doneTitle} text={doneText} />;
}

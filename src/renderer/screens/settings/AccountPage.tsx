// Settings page of the account: user name, automatic sign-in, sign-out and the online users.
import { Button } from '@latchkey/kit/Button.tsx';
import { CheckBox } from '@latchkey/kit/CheckBox.tsx';
import { allows } from '../../../shared/phases.ts';
import type { Account } from '../../../shared/session.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { useIsOffered } from '../../bridge/use-offered.ts';
import { isCurrentSignIn, type LocalForm } from '../../phase-facts.ts';
import { useOfflineQuestion } from '../../ui/OfflineQuestion.tsx';
import { useBusyReason } from '../../ui/use-busy-reason.ts';
import { Community } from './Community.tsx';
import { SettingCard } from './SettingCard.tsx';

export interface AccountPageProps {
  readonly account: Account;
  readonly open: (form: LocalForm) => void;
}

export function AccountPage({ account, open }: AccountPageProps) {
  const { bridge, session } = useLoaderContext();
  const { account: copy, settings: texts } = useCopy();
  const isOffered = useIsOffered();
  const busyReason = useBusyReason();
  const isDisabled = !allows(session.phase, 'signOut');
  const currentSignIn = session.savedSignIns.find((one) => isCurrentSignIn(session.phase, one));
  // For a sign-in with only a key, the key is the user name and cannot change.
  const canRename = account.byKey !== true && isOffered('changeUsername');
  return (
    <>
      <SettingCard
        title={account.byKey === true ? texts.key : texts.username}
        text={<bdi>{account.username}</bdi>}
        control={
          canRename && (
            <Button kind="outlined" disabled={isDisabled} onClick={() => open('new-name')}>
              {copy.changeName}
            </Button>
          )
        }
      />
      {currentSignIn?.complete === true && (
        <SettingCard
          title={copy.autoSignIn}
          text={texts.autoSignInText}
          control={
            <CheckBox
              label={copy.autoSignIn}
              hidesLabel
              checked={currentSignIn.auto}
              disabled={isDisabled}
              onChange={(on) => void bridge.setAutoSignIn({ on })}
            />
          }
        />
      )}
      <SignOutCard isSaved={currentSignIn !== undefined} isDisabled={isDisabled} />
      {isDisabled && <p className="small">{busyReason}</p>}
      <Community key={account.username} />
    </>
  );
}

interface SignOutCardProps {
  readonly isSaved: boolean;
  readonly isDisabled: boolean;
}

function SignOutCard({ isSaved, isDisabled }: SignOutCardProps) {
  const { bridge } = useLoaderContext();
  const { account: copy, settings: texts } = useCopy();
  const { leaveAccount, dialog } = useOfflineQuestion();
  return (
    <>
      <SettingCard
        title={copy.signOut}
        text={isSaved ? texts.signOutForgets : texts.signOutText}
        control={
          <Button
            kind="outlined"
            disabled={isDisabled}
            onClick={() => leaveAccount('sign-out', () => bridge.signOut({}))}
          >
            {copy.signOut}
          </Button>
        }
      />
      {dialog}
    </>
  );
}

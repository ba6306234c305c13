// The account menu in the header, with the name and the actions of the signed-in user.
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { useIsChatOffered } from '../bridge/use-offered.ts';
import { fill } from '../../copy/sentences.ts';
import { Menu, type MenuItem } from '@latchkey/kit/Menu.tsx';
import { allows, isInGroup } from '../../shared/phases.ts';
import type { Phase } from '../../shared/session.ts';
import { isCurrentSignIn, type LocalForm } from '../phase-facts.ts';
import { useOfflineQuestion, type OfflineQuestion } from './OfflineQuestion.tsx';
import { useBusyReason } from './use-busy-reason.ts';
import { Sentence } from './Sentence.tsx';

export interface AccountMenuProps {
  readonly username: string;
  readonly phase: Phase;
  readonly open: (form: LocalForm) => void;
}

export function AccountMenu({ username, phase, open }: AccountMenuProps) {
  const copy = useCopy().account;
  const { leaveAccount, dialog } = useOfflineQuestion();
  return (
    <>
      <Menu
        buttonLabel={fill(copy.button, { name: username })}
        label={copy.menu}
        items={useItems(phase, open, leaveAccount)}
        head={<Sentence text={copy.signedInAs} name={username} />}
      >
        <span className="initials">{Array.from(username).slice(0, 2).join('').toUpperCase()}</span>
        <bdi className="account-name">{username}</bdi>
      </Menu>
      {dialog}
    </>
  );
}

type LeaveAccount = OfflineQuestion['leaveAccount'];

function useItems(
  phase: Phase,
  open: AccountMenuProps['open'],
  leaveAccount: LeaveAccount,
): readonly MenuItem[] {
  const { bridge } = useLoaderContext();
  const isChatOffered = useIsChatOffered();
  const texts = useCopy();
  const copy = texts.account;
  const busyReason = useBusyReason();
  const disabledReason = allows(phase, 'signOut') ? null : busyReason;
  const signOut: MenuItem = {
    label: copy.signOut,
    disabledReason,
    choose: () => leaveAccount('sign-out', () => bridge.signOut({})),
  };
  const refresh: MenuItem = {
    label: copy.refresh,
    disabledReason: null,
    choose: () => void bridge.retry({}),
  };
  const settings: MenuItem = {
    label: texts.settings.title,
    disabledReason: null,
    choose: () => open('settings'),
  };
  const chat: MenuItem = {
    label: texts.chat.title,
    disabledReason: null,
    choose: () => open('chat'),
  };
  return [
    settings,
    ...(isInGroup(phase, 'inside') && isChatOffered ? [chat] : []),
    ...(isInGroup(phase, 'inside') && allows(phase, 'retry') ? [refresh] : []),
    ...useSwitchItems(phase, disabledReason, leaveAccount),
    signOut,
  ];
}

/** Returns the items that switch to another account. */
function useSwitchItems(
  phase: Phase,
  disabledReason: string | null,
  leaveAccount: LeaveAccount,
): readonly MenuItem[] {
  const { bridge, session } = useLoaderContext();
  const copy = useCopy().account;
  const others = session.savedSignIns.filter((one) => one.complete && !isCurrentSignIn(phase, one));
  const otherAccountItem: MenuItem = {
    label: copy.useAnother,
    disabledReason,
    choose: () => leaveAccount('switch', () => bridge.useAnotherAccount({})),
  };
  // Without saved sign-ins, using another account is the same as signing out.
  if (session.savedSignIns.length === 0) return [];
  return [
    ...others.map(({ id, name }) => ({
      label: fill(copy.switchTo, { name }),
      disabledReason,
      choose: () => leaveAccount('switch', () => bridge.signInWithSaved({ id })),
    })),
    otherAccountItem,
  ];
}

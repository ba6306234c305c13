// The account menu in the header, with the name and the actions of the signed-in user.
import { useCopy, useParts } from '../bridge/loader-context.ts';
import { useChats, useOffered } from '../bridge/use-offered.ts';
import { fill } from '../../copy/sentences.ts';
import { Menu, type MenuItem } from '@latchkey/kit/Menu.tsx';
import { allows, isAt } from '../../shared/phases.ts';
import type { Phase } from '../../shared/session.ts';
import { isOwn, type LocalForm } from '../phase-facts.ts';
import { useWhyHeld } from './use-why-held.ts';
import { Sentence } from './Sentence.tsx';

export interface AccountMenuProps {
  readonly username: string;
  readonly phase: Phase;
  readonly open: (form: LocalForm) => void;
}

export function AccountMenu({ username, phase, open }: AccountMenuProps) {
  const { info } = useParts();
  const copy = useCopy().account;
  return (
    <Menu
      buttonLabel={fill(copy.button, { name: username })}
      label={copy.menu}
      items={useItems(phase, open)}
      head={<Sentence text={copy.signedInAs} name={username} />}
      foot={fill(copy.loader, { version: info.loaderVersion })}
    >
      <span className="initials">{Array.from(username).slice(0, 2).join('').toUpperCase()}</span>
      <bdi className="account-name">{username}</bdi>
    </Menu>
  );
}

function useItems(phase: Phase, open: AccountMenuProps['open']): readonly MenuItem[] {
  const { bridge } = useParts();
  const offered = useOffered();
  const chats = useChats();
  const words = useCopy();
  const copy = words.account;
  const whyHeld = useWhyHeld();
  const offBecause = allows(phase, 'signOut') ? null : whyHeld;
  const signOut: MenuItem = {
    label: copy.signOut,
    offBecause,
    choose: () => void bridge.signOut({}),
  };
  const refresh: MenuItem = {
    label: copy.refresh,
    offBecause: null,
    choose: () => void bridge.retry({}),
  };
  const account: MenuItem = {
    label: copy.open,
    offBecause: null,
    choose: () => open('account'),
  };
  const chat: MenuItem = {
    label: words.chat.title,
    offBecause: null,
    choose: () => open('chat'),
  };
  const changeName: MenuItem = {
    label: copy.changeName,
    offBecause: null,
    choose: () => open('new-name'),
  };
  // For a sign-in with only a key, the key is the user name and cannot change.
  const ownName = isAt(phase, 'inside') && phase.account.byKey !== true;
  return [
    ...(isAt(phase, 'inside') ? [account] : []),
    ...(isAt(phase, 'inside') && chats ? [chat] : []),
    ...(isAt(phase, 'inside') && allows(phase, 'retry') ? [refresh] : []),
    ...(ownName && allows(phase, 'changeUsername') && offered('changeUsername')
      ? [changeName]
      : []),
    ...useOthers(phase, offBecause),
    signOut,
  ];
}

/** Returns the items that switch to another account or sign in automatically. */
function useOthers(phase: Phase, offBecause: string | null): readonly MenuItem[] {
  const { bridge, session } = useParts();
  const copy = useCopy().account;
  const own = isAt(phase, 'inside') ? session.kept.find((one) => isOwn(phase, one)) : undefined;
  const others = session.kept.filter((one) => one.complete && !isOwn(phase, one));
  const byItself: MenuItem = {
    label: copy.byItself,
    checked: own?.auto === true,
    offBecause,
    choose: () => void bridge.signInByItself({ on: own?.auto !== true }),
  };
  const another: MenuItem = {
    label: copy.another,
    offBecause,
    choose: () => void bridge.useAnother({}),
  };
  // Without saved sign-ins, using another account is the same as signing out.
  if (session.kept.length === 0) return [];
  return [
    ...(own?.complete === true ? [byItself] : []),
    ...others.map(({ id, name }) => ({
      label: fill(copy.switchTo, { name }),
      offBecause,
      choose: () => void bridge.signInKept({ id }),
    })),
    another,
  ];
}

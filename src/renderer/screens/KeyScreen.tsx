// Key screens: the user enters a license key and then chooses an action, if several are available.
import { useState } from 'react';
import { useIsOffered } from '../bridge/use-offered.ts';
import type { Failure } from '../../shared/failure.ts';
import { KeySignIn } from './KeySignIn.tsx';
import { KeyChoice, type KeyAction } from './KeyChoice.tsx';
import { LostKey } from './LostKey.tsx';
import { RedeemWithKeyText, type RedeemProps } from './Redeem.tsx';
import { Register } from './Register.tsx';
import { type KeyText, useKeyText } from './use-key-text.ts';
import type { KeyDeepLink } from '../deep-link-action.ts';

const allActions: readonly KeyAction[] = ['register', 'redeem', 'keySignIn'];

function canSkipKeyField({ kind }: KeyDeepLink, { reading }: KeyText): boolean {
  return kind === 'redeem' || (reading !== null && reading.key !== '' && reading.warning === null);
}

/** Returns the action that the user need not choose: the deep link's, or the only one. */
function initialAction(
  available: readonly KeyAction[],
  linked: KeyDeepLink | null,
  keyText: KeyText,
): KeyAction | null {
  // A deep link chooses the action, but a doubtful key is shown before it creates an account.
  if (linked !== null && available.includes(linked.kind) && canSkipKeyField(linked, keyText))
    return linked.kind;
  // Creating an account always starts with the key, even without a choice of actions.
  const [only] = available;
  return available.length === 1 && only !== 'register' ? (only ?? null) : null;
}

interface Chosen {
  readonly action: KeyAction | null;
  /** Why a registration returned to the choice; null if it did not. */
  readonly registerFailure: Failure | null;
}

function useChosen(initial: () => KeyAction | null) {
  const [chosen, setChosen] = useState<Chosen>(() => ({
    action: initial(),
    registerFailure: null,
  }));
  const choose = (action: KeyAction | null, registerFailure: Failure | null = null) =>
    setChosen({ action, registerFailure });
  return { ...chosen, choose };
}

export function KeyScreen(props: RedeemProps) {
  const isOffered = useIsOffered();
  const availableActions = allActions.filter(isOffered);
  const { linked } = props.draft;
  const keyText = useKeyText(props.draft);
  const { action, registerFailure, choose } = useChosen(() =>
    initialAction(availableActions, linked, keyText),
  );
  const [isKeyLost, setIsKeyLost] = useState(false);
  // Separate from the sign-in form's user name, which belongs to an existing account.
  const [account, setAccount] = useState({ username: '', email: '' });
  const back = () => {
    if (availableActions.some((one) => one !== action) || availableActions[0] === 'register')
      choose(null);
    else props.close();
  };
  const openLostKey = () => {
    choose(action);
    setIsKeyLost(true);
  };
  if (isKeyLost) return <LostKey close={() => setIsKeyLost(false)} />;
  switch (action) {
    case null:
      return (
        <KeyChoice
          actions={availableActions}
          keyText={keyText}
          registerFailure={registerFailure}
          choose={choose}
          openLostKey={openLostKey}
          close={props.close}
        />
      );
    case 'register':
      return (
        <Register
          keyText={keyText}
          account={account}
          onAccount={setAccount}
          back={back}
          onKeyRefused={(failure) => choose(null, failure)}
        />
      );
    case 'redeem':
      return <RedeemWithKeyText {...props} keyText={keyText} back={back} />;
    case 'keySignIn':
      return <KeySignIn keyText={keyText} openLostKey={openLostKey} back={back} />;
  }
}

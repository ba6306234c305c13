// Key screens: the user enters a license key and then chooses an action, if several are available.
import { useState } from 'react';
import { useOffered } from '../bridge/use-offered.ts';
import type { Failure } from '../../shared/failure.ts';
import { KeyAlone } from './KeyAlone.tsx';
import { KeyChoice, type KeyWay } from './KeyChoice.tsx';
import { RedeemWith, type RedeemProps } from './Redeem.tsx';
import { Register } from './Register.tsx';
import { type KeyText, useKeyText } from './use-key-text.ts';
import type { KeyWish } from '../wish-facts.ts';

const all: readonly KeyWay[] = ['register', 'redeem', 'keySignIn'];

function canSkipKeyField({ kind }: KeyWish, { reading }: KeyText): boolean {
  return kind === 'redeem' || (reading !== null && reading.key !== '' && reading.doubt === null);
}

export function KeyDoor(props: RedeemProps) {
  const offered = useOffered();
  const available = all.filter(offered);
  const { linked } = props.draft;
  const keyText = useKeyText(props.draft);
  // Creating an account always starts with the key, even without a choice of actions.
  const [way, setWay] = useState<KeyWay | null>(() => {
    // A deep link chooses the action, but a doubtful key is shown before it creates an account.
    if (linked !== null && available.includes(linked.kind) && canSkipKeyField(linked, keyText))
      return linked.kind;
    return available.length === 1 && available[0] !== 'register' ? (available[0] ?? null) : null;
  });
  const [refused, setRefused] = useState<Failure | null>(null);
  // Separate from the sign-in form's user name, which belongs to an existing account.
  const [account, setAccount] = useState({ username: '', email: '' });
  const back = () => {
    if (available.some((one) => one !== way) || available[0] === 'register') setWay(null);
    else props.close();
  };
  switch (way) {
    case null:
      return (
        <KeyChoice
          ways={available}
          keyText={keyText}
          refused={refused}
          choose={(chosen) => {
            setRefused(null);
            setWay(chosen);
          }}
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
          onKeyRefused={(failure) => {
            setRefused(failure);
            setWay(null);
          }}
        />
      );
    case 'redeem':
      return <RedeemWith {...props} keyText={keyText} back={back} />;
    case 'keySignIn':
      return <KeyAlone keyText={keyText} back={back} />;
  }
}

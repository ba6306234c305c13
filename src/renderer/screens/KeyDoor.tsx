// One door for whoever holds a key: it is given once, then its user chooses what it does. With one way left there is no question.
import { useState } from 'react';
import { useOffered } from '../bridge/use-offered.ts';
import type { Failure } from '../../shared/failure.ts';
import { KeyAlone } from './KeyAlone.tsx';
import { KeyChoice, type KeyWay } from './KeyChoice.tsx';
import { RedeemWith, type RedeemProps } from './Redeem.tsx';
import { Register } from './Register.tsx';
import { useKeyText } from './use-key-text.ts';

const all: readonly KeyWay[] = ['register', 'redeem', 'keySignIn'];

export function KeyDoor(props: RedeemProps) {
  const offered = useOffered();
  const left = all.filter(offered);
  const keyText = useKeyText();
  // An account is created in two steps, the key first, also where there is nothing to choose.
  const [way, setWay] = useState<KeyWay | null>(
    left.length === 1 && left[0] !== 'register' ? (left[0] ?? null) : null,
  );
  const [refused, setRefused] = useState<Failure | null>(null);
  // A new account's; what the sign-in form had is somebody's already.
  const [account, setAccount] = useState({ username: '', email: '' });
  const back = () => {
    if (left.some((one) => one !== way) || left[0] === 'register') setWay(null);
    else props.close();
  };
  switch (way) {
    case null:
      return (
        <KeyChoice
          ways={left}
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

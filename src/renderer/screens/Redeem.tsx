// Redeem screen: a form, then a receipt or a note that the user has already redeemed the key.
// Redeeming never signs the user in.
import { useState } from 'react';
import { userOf } from '../../shared/phases.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Receipt } from '../../shared/receipt.ts';
import type { Phase } from '../../shared/session.ts';
import { KeyAlreadyRedeemed } from './KeyAlreadyRedeemed.tsx';
import { LostKey } from './LostKey.tsx';
import { RedeemForm } from './RedeemForm.tsx';
import { RedeemReceipt } from './RedeemReceipt.tsx';
import { type KeyDraft, type KeyText, useKeyText } from './use-key-text.ts';

export interface RedeemProps {
  readonly phase: Phase;
  /** The content of the user name field, which the form shows to signed-out users. */
  readonly username: string;
  readonly onUsername: (username: string) => void;
  readonly draft: KeyDraft;
  readonly close: () => void;
}

export interface RedeemWithKeyTextProps extends RedeemProps {
  readonly keyText: KeyText;
  readonly back: () => void;
}

export function Redeem(props: RedeemProps) {
  return <RedeemWithKeyText {...props} keyText={useKeyText(props.draft)} back={props.close} />;
}

/** Redeems with a key that the user may already have entered. */
export function RedeemWithKeyText({
  phase,
  username,
  onUsername,
  close,
  ...rest
}: RedeemWithKeyTextProps) {
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const [alreadyRedeemed, setAlreadyRedeemed] = useState<Failure<'key-used'> | null>(null);
  const [isKeyLost, setIsKeyLost] = useState(false);
  const account = userOf(phase);
  const isRegisterLink =
    rest.draft.linked?.kind === 'register' && rest.keyText.reading?.change === 'linked';
  const another = () => {
    rest.keyText.setTyped('');
    setReceipt(null);
    setAlreadyRedeemed(null);
  };
  if (isKeyLost) return <LostKey close={() => setIsKeyLost(false)} />;
  if (receipt !== null)
    return <RedeemReceipt receipt={receipt} phase={phase} close={close} another={another} />;
  if (alreadyRedeemed !== null)
    return (
      <KeyAlreadyRedeemed
        failure={alreadyRedeemed}
        username={account ?? username}
        close={close}
        another={another}
      />
    );
  return (
    <RedeemForm
      account={account}
      username={username}
      onUsername={onUsername}
      onRedeemed={setReceipt}
      onOwned={setAlreadyRedeemed}
      keyText={rest.keyText}
      isRegisterLink={isRegisterLink && account !== null}
      openLostKey={() => setIsKeyLost(true)}
      close={rest.back}
    />
  );
}

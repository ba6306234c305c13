// Redeem a key, and what came of it. Stands over the sign-in form, the missing subscription and Ready; signs nobody in.
import { useState } from 'react';
import { userOf } from '../../shared/phases.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Phase, Receipt } from '../../shared/session.ts';
import { KeyOwned } from './KeyOwned.tsx';
import { RedeemForm } from './RedeemForm.tsx';
import { RedeemReceipt } from './RedeemReceipt.tsx';

export interface RedeemProps {
  readonly phase: Phase;
  /** What the form begins with when it asks whose account the key is for. */
  readonly username: string;
  readonly onUsername: (username: string) => void;
  readonly close: () => void;
}

export function Redeem({ phase, username, onUsername, close }: RedeemProps) {
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const [owned, setOwned] = useState<Failure<'key-used'> | null>(null);
  const account = userOf(phase);
  const another = () => {
    setReceipt(null);
    setOwned(null);
  };
  if (receipt !== null)
    return <RedeemReceipt receipt={receipt} phase={phase} close={close} another={another} />;
  if (owned !== null)
    return (
      <KeyOwned failure={owned} username={account ?? username} close={close} another={another} />
    );
  return (
    <RedeemForm
      account={account}
      username={username}
      onUsername={onUsername}
      onRedeemed={setReceipt}
      onOwned={setOwned}
      close={close}
    />
  );
}

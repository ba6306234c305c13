// Redeem a key, and the receipt. Stands over the sign-in form, the missing subscription and Ready; signs nobody in.
import { useState } from 'react';
import type { Receipt } from '../../shared/session.ts';
import { RedeemForm } from './RedeemForm.tsx';
import { RedeemReceipt } from './RedeemReceipt.tsx';

export interface RedeemProps {
  /** The account that is signed in; null: the form asks for one. */
  readonly account: string | null;
  /** What the form begins with when it asks. */
  readonly username: string;
  readonly onUsername: (username: string) => void;
  readonly close: () => void;
}

export function Redeem({ account, username, onUsername, close }: RedeemProps) {
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  if (receipt !== null)
    return (
      <RedeemReceipt
        receipt={receipt}
        signedIn={account !== null}
        close={close}
        another={() => setReceipt(null)}
      />
    );
  return (
    <RedeemForm
      account={account}
      username={username}
      onUsername={onUsername}
      onRedeemed={setReceipt}
      close={close}
    />
  );
}

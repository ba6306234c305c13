// What a redeem added, until when, and the next step. Facts that the answer lacked are left out.
import { Check } from 'lucide';
import type { Receipt } from '../../shared/session.ts';
import { receiptCopy as copy, receiptHeadline, receiptUntil } from '../copy/redeem.ts';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { StateScreen } from '../ui/StateScreen.tsx';

export interface RedeemReceiptProps {
  readonly receipt: Receipt;
  readonly signedIn: boolean;
  readonly close: () => void;
  readonly another: () => void;
}

export function RedeemReceipt({ receipt, signedIn, close, another }: RedeemReceiptProps) {
  const headline = receiptHeadline(receipt);
  const until = receiptUntil(receipt);
  return (
    <StateScreen
      icon={Check}
      tone="good"
      title={copy.title}
      text={
        <Sentence text={headline === null ? copy.leadPlain : copy.lead} name={receipt.username} />
      }
      report={null}
      what="redeemed"
      actions={
        <Button kind="filled" onClick={close}>
          {signedIn ? copy.carryOn : copy.carryOnSignIn}
        </Button>
      }
      links={
        <Button kind="quiet" onClick={another}>
          {copy.another}
        </Button>
      }
    >
      {headline !== null && (
        <div className="sheet">
          <div className="row">
            <div className="row-head">
              <span className="headline">
                <bdi>{headline}</bdi>
              </span>
              <Chip tone="good">{copy.added}</Chip>
            </div>
            {until !== null && <p className="small">{until}</p>}
          </div>
        </div>
      )}
      {!signedIn && <p className="lead">{copy.signIn}</p>}
    </StateScreen>
  );
}

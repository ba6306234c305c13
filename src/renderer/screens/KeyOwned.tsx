// The key has been redeemed by this very user before: nothing is wrong, and nothing is lost.
import { Check } from 'lucide';
import { ownedCopy as copy, ownedUntil, receiptCopy } from '../copy/redeem.ts';
import { Button } from '../ui/Button.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { StateScreen } from '../ui/StateScreen.tsx';
import type { Failure } from '../../shared/failure.ts';

export interface KeyOwnedProps {
  readonly failure: Failure<'key-used'>;
  readonly username: string;
  readonly close: () => void;
  readonly another: () => void;
}

export function KeyOwned({ failure, username, close, another }: KeyOwnedProps) {
  const until = ownedUntil(failure.expiresAt);
  return (
    <StateScreen
      icon={Check}
      tone="good"
      title={copy.title}
      text={<Sentence text={copy.text} name={username} />}
      report={null}
      what="key-owned"
      facts={until === null ? [] : [{ name: receiptCopy.until, value: until }]}
      actions={
        <Button kind="filled" onClick={close}>
          {receiptCopy.carryOn}
        </Button>
      }
      links={
        <Button kind="quiet" onClick={another}>
          {receiptCopy.another}
        </Button>
      }
    />
  );
}

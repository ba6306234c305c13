// Screen for a license key that the same user has already redeemed.
import { Check } from 'lucide';
import { useCopy } from '../bridge/loader-context.ts';
import { formatEnd } from '../../copy/dates.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { StateScreen } from '../ui/StateScreen.tsx';
import { useServiceNow } from '../ui/use-service-now.ts';
import type { Failure } from '../../shared/failure.ts';

export interface KeyAlreadyRedeemedProps {
  readonly failure: Failure<'key-used'>;
  readonly username: string;
  readonly close: () => void;
  readonly another: () => void;
}

export function KeyAlreadyRedeemed({ failure, username, close, another }: KeyAlreadyRedeemedProps) {
  const copy = useCopy();
  const { keyAlreadyRedeemed, receipt } = copy;
  const { expiresAt } = failure;
  const now = useServiceNow();
  const until = expiresAt === null ? null : formatEnd(copy, expiresAt, now);
  return (
    <StateScreen
      icon={Check}
      tone="good"
      title={keyAlreadyRedeemed.title}
      text={<Sentence text={keyAlreadyRedeemed.text} name={username} />}
      report={null}
      situation="key-owned"
      facts={until === null ? [] : [{ name: receipt.until, value: until }]}
      actions={
        <Button kind="filled" onClick={close}>
          {receipt.done}
        </Button>
      }
      links={
        <Button kind="quiet" onClick={another}>
          {receipt.another}
        </Button>
      }
    />
  );
}

// Button that retries the operation that led to this screen. It counts down to the next allowed
// attempt.
import { useCopy } from '../bridge/loader-context.ts';
import { formatCountdown } from '../../copy/dates.ts';
import { fill, type Unfilled } from '../../copy/sentences.ts';
import { Button, type ButtonProps } from '@latchkey/kit/Button.tsx';
import { useNow } from '@latchkey/kit/use-now.ts';
import { useRetry } from './use-retry.tsx';

export interface RetryButtonProps {
  readonly kind: ButtonProps['kind'];
  readonly label: string;
  /** The result if nothing has changed, such as "Checked {ago}: still paused." */
  readonly resultText: Unfilled<'ago'>;
  readonly more?: string;
  /** The time of the next allowed attempt in unix milliseconds. */
  readonly until?: number;
}

export function RetryButton({ kind, label, resultText, more, until = 0 }: RetryButtonProps) {
  const copy = useCopy();
  const { start, wait, outcome } = useRetry(resultText, more);
  const leftMs = until - useNow(1000);
  return (
    <>
      <Button
        kind={kind}
        wait={wait}
        busyLabel={copy.waiting.checking}
        disabled={leftMs > 0}
        onClick={start}
      >
        {leftMs > 0 ? fill(copy.waiting.again, { time: formatCountdown(copy, leftMs) }) : label}
      </Button>
      {outcome}
    </>
  );
}

// The submit button of a form. Until the next allowed attempt, it is disabled and counts down.
import { useFirstCopy } from '../bridge/first-context.ts';
import { formatCountdown } from '../../copy/dates.ts';
import { fill } from '../../copy/sentences.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { useNow } from '@latchkey/kit/use-now.ts';
import type { WaitStage } from '@latchkey/kit/use-wait.ts';

export interface SubmitButtonProps {
  readonly label: string;
  readonly busyLabel: string;
  /** Removes something, so the button is red. */
  readonly danger?: boolean;
  readonly wait: WaitStage;
  /** The time of the next allowed attempt in unix milliseconds; null allows one now. */
  readonly until: number | null;
}

export function SubmitButton({ until, label, ...rest }: SubmitButtonProps) {
  if (until !== null) return <CountingButton key={until} {...{ until, label, ...rest }} />;
  return (
    <Button kind="filled" submit {...rest}>
      {label}
    </Button>
  );
}

function CountingButton({ label, until, ...rest }: SubmitButtonProps & { until: number }) {
  const copy = useFirstCopy();
  const leftMs = until - useNow(1000);
  return (
    <Button kind="filled" submit {...rest} disabled={leftMs > 0}>
      {leftMs > 0 ? fill(copy.waiting.again, { time: formatCountdown(copy, leftMs) }) : label}
    </Button>
  );
}

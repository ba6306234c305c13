// The submit button of a form. Until the next allowed attempt, it is disabled and counts down.
import { useCopy } from '../bridge/loader-context.ts';
import { countdown } from '../../copy/dates.ts';
import { fill } from '../../copy/sentences.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { useNow } from '@latchkey/kit/use-now.ts';
import type { Wait } from '@latchkey/kit/use-wait.ts';

export interface SubmitButtonProps {
  readonly label: string;
  readonly verb: string;
  readonly wait: Wait;
  /** The time of the next allowed attempt in unix milliseconds; null allows one now. */
  readonly until: number | null;
}

export function SubmitButton({ label, verb, wait, until }: SubmitButtonProps) {
  if (until !== null)
    return <CountingButton key={until} label={label} verb={verb} wait={wait} until={until} />;
  return (
    <Button kind="filled" submit wait={wait} verb={verb}>
      {label}
    </Button>
  );
}

function CountingButton({ label, verb, wait, until }: SubmitButtonProps & { until: number }) {
  const copy = useCopy();
  const leftMs = until - useNow(1000);
  return (
    <Button kind="filled" submit wait={wait} verb={verb} off={leftMs > 0}>
      {leftMs > 0 ? fill(copy.waiting.again, { time: countdown(copy, leftMs) }) : label}
    </Button>
  );
}

// Button that retries the operation that led to this screen. It counts down to the next allowed
// attempt.
import { useState } from 'react';
import { askBridge } from '../bridge/ask-bridge.ts';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { useCommand } from '../bridge/use-command.ts';
import { formatCountdown } from '../../copy/dates.ts';
import { fill, type Unfilled } from '../../copy/sentences.ts';
import { Button, type ButtonProps } from '@latchkey/kit/Button.tsx';
import { CheckResult } from './CheckResult.tsx';
import { FailureBox } from './FailureBox.tsx';
import { useEscape } from '@latchkey/kit/use-escape.ts';
import { useNow } from '@latchkey/kit/use-now.ts';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { WaitLine } from './WaitLine.tsx';

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
  const { bridge } = useLoaderContext();
  const copy = useCopy();
  const command = useCommand<null>();
  const wait = useWait(command.pending);
  const leftMs = until - useNow(1000);
  const [checkedAt, setCheckedAt] = useState<number | null>(null);
  const check = async () => {
    setCheckedAt(null);
    const answer = await command.run(() => bridge.retry({}));
    // If the state changed, another screen has already replaced this screen.
    if (answer?.ok === true) setCheckedAt(Date.now());
  };
  useEscape(command.pending, () => void askBridge(bridge.cancel({})));
  return (
    <>
      <Button
        kind={kind}
        wait={wait}
        busyLabel={copy.waiting.checking}
        disabled={leftMs > 0}
        onClick={() => void check()}
      >
        {leftMs > 0 ? fill(copy.waiting.again, { time: formatCountdown(copy, leftMs) }) : label}
      </Button>
      {command.pending && <WaitLine wait={wait} />}
      {checkedAt !== null && (
        <CheckResult at={checkedAt} resultText={resultText} {...(more !== undefined && { more })} />
      )}
      {command.failure !== null && (
        <FailureBox key={command.failure.reportId} failure={command.failure} moment="screen" />
      )}
    </>
  );
}

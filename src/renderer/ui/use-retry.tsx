// Hook that retries the operation that led to this screen, and shows its progress and result.
import { useState, type ReactNode } from 'react';
import { askBridge } from '../bridge/ask-bridge.ts';
import { useLoaderContext } from '../bridge/loader-context.ts';
import { useCommand } from '../bridge/use-command.ts';
import type { Unfilled } from '../../copy/sentences.ts';
import { CheckResult } from './CheckResult.tsx';
import { FailureBox } from './FailureBox.tsx';
import { useEscape } from '@latchkey/kit/use-escape.ts';
import { useWait, type WaitStage } from '@latchkey/kit/use-wait.ts';
import { WaitLine } from './WaitLine.tsx';

export interface Retry {
  readonly start: () => void;
  readonly wait: WaitStage;
  /** The wait line, the result or the failure. */
  readonly outcome: ReactNode;
}

/** `resultText`: the result if nothing has changed, such as "Checked {ago}: still paused." */
export function useRetry(resultText: Unfilled<'ago'>, more?: string): Retry {
  const { bridge } = useLoaderContext();
  const command = useCommand<null>();
  const wait = useWait(command.pending);
  const [checkedAt, setCheckedAt] = useState<number | null>(null);
  const check = async () => {
    setCheckedAt(null);
    const answer = await command.run(() => bridge.retry({}));
    // If the state changed, another screen has already replaced this screen.
    if (answer?.ok === true) setCheckedAt(Date.now());
  };
  useEscape(command.pending, () => void askBridge(bridge.cancel({})));
  const outcome = (
    <>
      {command.pending && <WaitLine wait={wait} />}
      {checkedAt !== null && (
        <CheckResult at={checkedAt} resultText={resultText} {...(more !== undefined && { more })} />
      )}
      {command.failure !== null && (
        <FailureBox key={command.failure.reportId} failure={command.failure} operation="screen" />
      )}
    </>
  );
  return { start: () => void check(), wait, outcome };
}

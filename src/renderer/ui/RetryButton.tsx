// Asks the main process to try again what led here. Counts down where it must not be asked earlier.
import { askBridge } from '../bridge/ask-bridge.ts';
import { useParts } from '../bridge/loader-context.ts';
import { useCommand } from '../bridge/use-command.ts';
import { countdown } from '../copy/dates.ts';
import { waitingCopy } from '../copy/steps.ts';
import { Button, type ButtonProps } from './Button.tsx';
import { FailureBox } from './FailureBox.tsx';
import { useEscape } from './use-escape.ts';
import { useNow } from './use-now.ts';
import { useWait } from './use-wait.ts';
import { WaitLine } from './WaitLine.tsx';

export interface RetryButtonProps {
  readonly kind: ButtonProps['kind'];
  readonly label: string;
  /** Unix milliseconds. */
  readonly until?: number;
}

export function RetryButton({ kind, label, until = 0 }: RetryButtonProps) {
  const { bridge } = useParts();
  const command = useCommand<null>();
  const wait = useWait(command.pending);
  const leftMs = until - useNow(1000);
  useEscape(command.pending, () => void askBridge(bridge.cancel({})));
  return (
    <>
      <Button
        kind={kind}
        wait={wait}
        verb={waitingCopy.checking}
        off={leftMs > 0}
        onClick={() => void command.run(() => bridge.retry({}))}
      >
        {leftMs > 0 ? waitingCopy.again.replace('{time}', countdown(leftMs)) : label}
      </Button>
      {command.pending && <WaitLine wait={wait} />}
      {command.failure !== null && (
        <FailureBox key={command.failure.reportId} failure={command.failure} moment="screen" />
      )}
    </>
  );
}

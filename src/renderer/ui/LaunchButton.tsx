// The Launch button of the receipt, with its progress and failure below.
import { Play } from 'lucide';
import { factsOf } from '../../shared/phases.ts';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { useCommand } from '../bridge/use-command.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { FailureBox } from './FailureBox.tsx';
import { useEscape } from '@latchkey/kit/use-escape.ts';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { WaitLine } from './WaitLine.tsx';

export interface LaunchButtonProps {
  readonly onLaunched: () => void;
}

export function LaunchButton({ onLaunched }: LaunchButtonProps) {
  const { bridge, session } = useLoaderContext();
  const copy = useCopy().ready;
  const command = useCommand<null>();
  const pending = command.pending || factsOf(session.phase).app === 'starting';
  const wait = useWait(pending);
  useEscape(pending, () => void bridge.cancel({}));
  const launch = async () => {
    const answer = await command.run(() => bridge.launch({}));
    if (answer?.ok === true) onLaunched();
  };
  return (
    <>
      <Button
        kind="filled"
        icon={Play}
        wait={wait}
        busyLabel={copy.launching}
        onClick={() => void launch()}
      >
        {copy.launch}
      </Button>
      {command.failure !== null && (
        <FailureBox key={command.failure.reportId} failure={command.failure} operation="launch" />
      )}
      {pending && <WaitLine wait={wait} />}
    </>
  );
}

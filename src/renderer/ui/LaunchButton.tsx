// The Launch button of the Ready screen and the receipt, with its progress and failure below.
import { Play } from 'lucide';
import { factsOf } from '../../shared/phases.ts';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { useCommand, type Command } from '../bridge/use-command.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { FailureBox } from './FailureBox.tsx';
import { useEscape } from '@latchkey/kit/use-escape.ts';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { WaitLine } from './WaitLine.tsx';

export interface LaunchButtonProps {
  /** The id of the element that describes the button. */
  readonly describedBy?: string;
  readonly onLaunched?: () => void;
  /** The parent's command, so that a failure stays visible if another button replaces this one. */
  readonly command?: Command<null>;
}

export function LaunchButton({
  describedBy,
  onLaunched,
  command: parentCommand,
}: LaunchButtonProps) {
  const { bridge, session } = useLoaderContext();
  const copy = useCopy().ready;
  const ownCommand = useCommand<null>();
  const command = parentCommand ?? ownCommand;
  const pending = command.pending || factsOf(session.phase).app === 'starting';
  const wait = useWait(pending);
  useEscape(pending, () => void bridge.cancel({}));
  const launch = async () => {
    const answer = await command.run(() => bridge.launch({}));
    if (answer?.ok === true) onLaunched?.();
  };
  return (
    <>
      <Button
        kind="filled"
        icon={Play}
        wait={wait}
        busyLabel={copy.launching}
        onClick={() => void launch()}
        {...(describedBy === undefined ? {} : { describedBy })}
      >
        {copy.launch}
      </Button>
      {command.failure !== null && (
        <FailureBox key={command.failure.reportId} failure={command.failure} moment="launch" />
      )}
      {pending && <WaitLine wait={wait} />}
    </>
  );
}

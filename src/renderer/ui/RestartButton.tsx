// Button that installs the verified update of the loader and restarts it.
import { Button, type ButtonProps } from '@latchkey/kit/Button.tsx';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import type { Command } from '../bridge/use-command.ts';

export interface RestartButtonProps {
  readonly kind: ButtonProps['kind'];
  readonly command: Command<null>;
}

export function RestartButton({ kind, command }: RestartButtonProps) {
  const { bridge } = useLoaderContext();
  const { restart, restarting } = useCopy().loaderUpdate;
  const wait = useWait(command.pending);
  return (
    <Button
      kind={kind}
      wait={wait}
      busyLabel={restarting}
      onClick={() => void command.run(() => bridge.updateLoader({}))}
    >
      {restart}
    </Button>
  );
}

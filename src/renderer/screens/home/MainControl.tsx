// The one main control of the home screen: a button that installs, updates, repairs or launches the
// program. The progress of a task, or a note that the program runs, replaces the button.
import { Download, Play, RefreshCw, Wrench, type IconNode } from 'lucide';
import type { ReactNode } from 'react';
import { factsOf } from '../../../shared/phases.ts';
import type { Program, Task } from '../../../shared/program.ts';
import { repairLabel } from '../../../copy/program-state.ts';
import { fill } from '../../../copy/sentences.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import type { Command } from '../../bridge/use-command.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { useEscape } from '@latchkey/kit/use-escape.ts';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { LaunchCountdown } from '../../ui/LaunchCountdown.tsx';
import { WaitLine } from '../../ui/WaitLine.tsx';
import { ProgramMenu } from '../../ui/ProgramMenu.tsx';
import { TaskActions } from './TaskActions.tsx';
import { TaskProgress } from './TaskProgress.tsx';

export interface MainControlProps {
  /** Null if the program is part of the package. */
  readonly program: Program | null;
  /** The task that replaces the button, or null. */
  readonly task: Task | null;
  /** The id of the text that describes the button. */
  readonly describedBy: string;
  readonly command: Command<null>;
  readonly menuCommand: Command<null>;
}

export function MainControl({ program, task, menuCommand, ...rest }: MainControlProps) {
  const isRunning = factsOf(useLoaderContext().session.phase).app === 'running';
  const menu = program !== null && <ProgramMenu program={program} command={menuCommand} />;
  return (
    <div className="main-control">
      {isRunning ? (
        <Running menu={menu} />
      ) : task !== null ? (
        <>
          <TaskProgress task={task} />
          <div className="control-row">
            <TaskActions task={task} />
            {menu}
          </div>
        </>
      ) : (
        <MainAction program={program} menu={menu} {...rest} />
      )}
    </div>
  );
}

function Running({ menu }: { readonly menu: ReactNode }) {
  const { info } = useLoaderContext();
  return (
    <>
      <p className="control-face running">
        <span className="dot" aria-hidden="true" />
        <span className="headline">
          {fill(useCopy().ready.runningTitle, { name: info.brand.name })}
        </span>
      </p>
      <div className="control-row">{menu}</div>
    </>
  );
}

interface PrimaryAction {
  readonly label: string;
  readonly icon: IconNode;
  readonly kind: 'filled' | 'outlined';
  readonly busyLabel: string;
  readonly act: () => ReturnType<Parameters<Command<null>['run']>[0]>;
}

/** Returns null while the state of the program is unknown. */
function usePrimaryAction(program: Program | null): PrimaryAction | null {
  const { bridge } = useLoaderContext();
  const copy = useCopy();
  const { delivery, ready } = copy;
  const action = (label: string, icon: IconNode, act: PrimaryAction['act']): PrimaryAction => ({
    label,
    icon,
    act,
    busyLabel: label,
    kind: 'filled',
  });
  switch (program?.next ?? 'launch') {
    case 'look':
      return null;
    case 'nothing':
      return {
        ...action(delivery.checkAgain, RefreshCw, () => bridge.retry({})),
        kind: 'outlined',
      };
    case 'install':
      return action(delivery.install, Download, () => bridge.installProgram({}));
    case 'update':
      return action(delivery.update, Download, () => bridge.installProgram({}));
    case 'repair':
      return action(repairLabel(copy, program), Wrench, () => bridge.repairProgram({}));
    case 'launch':
      return {
        ...action(ready.launch, Play, () => bridge.launch({})),
        busyLabel: ready.launching,
      };
  }
}

interface MainActionProps extends Pick<MainControlProps, 'program' | 'describedBy' | 'command'> {
  readonly menu: ReactNode;
}

function MainAction({ program, describedBy, command, menu }: MainActionProps) {
  const { bridge, session } = useLoaderContext();
  const action = usePrimaryAction(program);
  const isStarting = factsOf(session.phase).app === 'starting';
  const pending = command.pending || isStarting;
  const wait = useWait(pending);
  useEscape(isStarting, () => void bridge.cancel({}));
  if (action === null)
    return (
      <>
        <div className="control-face" />
        <div className="control-row">{menu}</div>
      </>
    );
  const { label, act, ...look } = action;
  return (
    <>
      <div className="control-face">
        {/* A new key for each verb: a press on Install must not reach Launch. */}
        <Button
          key={label}
          {...look}
          {...{ wait, describedBy }}
          onClick={() => void command.run(act)}
        >
          {label}
        </Button>
      </div>
      <div className="control-row">
        <div className="control-line">
          {pending ? <WaitLine wait={wait} /> : <LaunchCountdown />}
        </div>
        {menu}
      </div>
    </>
  );
}

// Handlers of the commands for tasks and for the installed program. Commands that change the
// program fail if it is part of the package.
import { type Handlers } from '../../shared/contract.ts';
import { fail, ok, type Result } from '../../shared/failure.ts';
import { type SessionCommand } from '../../shared/session-commands.ts';
import { type Delivery } from './flows/delivery-types.ts';
import { type CoreParts } from './parts.ts';

type ProgramCommand =
  | 'pauseTask'
  | 'resumeTask'
  | 'cancelTask'
  | 'installProgram'
  | 'repairProgram'
  | 'uninstallProgram'
  | 'moveProgram'
  | 'acceptFolder'
  | 'showRemainingFiles'
  | 'showProgramFolder';

export function createProgramHandlers({
  delivery,
  failures,
  commandRunner,
  tasks,
}: Pick<CoreParts, 'delivery' | 'failures' | 'commandRunner' | 'tasks'>): Pick<
  Handlers,
  ProgramCommand
> {
  const run = (
    name: SessionCommand,
    work: (delivery: Delivery) => Promise<Result<null>>,
  ): Promise<Result<null>> =>
    commandRunner.run(name, (action) => {
      if (delivery === null) return Promise.resolve(fail(failures.make({ code: 'out-of-order' })));
      action.commit();
      return work(delivery);
    });
  return {
    pauseTask: ({ id }) => tasks.pause(id),
    resumeTask: ({ id }) => tasks.resume(id),
    cancelTask: ({ id }) => tasks.cancel(id),
    installProgram: () => run('installProgram', ({ install }) => install()),
    repairProgram: () => run('repairProgram', ({ repair }) => repair()),
    uninstallProgram: () => run('uninstallProgram', ({ uninstall }) => uninstall()),
    showRemainingFiles() {
      delivery?.showRemainingFiles();
      return ok(null);
    },
    showProgramFolder() {
      delivery?.showFolder();
      return ok(null);
    },
    acceptFolder: () => run('acceptFolder', ({ acceptFolder }) => acceptFolder()),
    moveProgram: () => run('moveProgram', ({ move }) => move()),
  };
}

// Handlers of the commands for the user's computers, sessions and password, and for the request
// to move the account to this computer.
import { type Handlers } from '../../shared/contract.ts';
import { changePassword, type ChangePasswordParts } from './flows/change-password.ts';
import { requestDevice, type DeviceRequestParts } from './flows/device-request.ts';
import { readComputers, renameComputer } from './flows/own-computers.ts';
import { endSessions, readSessions } from './flows/own-sessions.ts';
import { removeComputer } from './flows/remove-computer.ts';
import { type CoreParts } from './parts.ts';

type ComputerCommand =
  | 'requestDevice'
  | 'removeComputer'
  | 'readComputers'
  | 'renameComputer'
  | 'readSessions'
  | 'endSessions'
  | 'changePassword';

/** `scheduleFollowUp`: reads the account again, because the service lists the change there. */
export function createComputerHandlers(
  core: ChangePasswordParts & DeviceRequestParts & Pick<CoreParts, 'commandRunner'>,
  scheduleFollowUp: () => void,
): Pick<Handlers, ComputerCommand> {
  const { run } = core.commandRunner;
  return {
    requestDevice: () => run('requestDevice', (action) => requestDevice(core, action)),
    removeComputer: (input) =>
      run('removeComputer', (action) => removeComputer(core, action, input)),
    readComputers: () => run('readComputers', (action) => readComputers(core, action)),
    renameComputer: (input) =>
      run('renameComputer', (action) => renameComputer(core, action, input)),
    readSessions: () => run('readSessions', (action) => readSessions(core, action)),
    endSessions: (input) => run('endSessions', (action) => endSessions(core, action, input)),
    changePassword: async (input) => {
      const result = await run('changePassword', (action) => changePassword(core, action, input));
      if (result.ok) scheduleFollowUp();
      return result;
    },
  };
}

// Handlers of the commands for recovery codes.
import { type Handlers } from '../../shared/contract.ts';
import { type ChecksParts } from './flows/checks.ts';
import {
  confirmRecoveryCodes,
  offerRecoveryCodes,
  printRecoveryCodes,
  saveRecoveryCodes,
} from './flows/recovery-codes.ts';
import { type CoreParts } from './parts.ts';
import { type View } from './ports.ts';

type RecoveryCommand =
  | 'offerRecoveryCodes'
  | 'confirmRecoveryCodes'
  | 'saveRecoveryCodes'
  | 'printRecoveryCodes';

/** `scheduleFollowUp`: reads the account again, because it lists a recovery code that was used. */
export function createRecoveryHandlers(
  core: ChecksParts & Pick<CoreParts, 'commandRunner'>,
  view: View,
  scheduleFollowUp: () => void,
): Pick<Handlers, RecoveryCommand> {
  const { run } = core.commandRunner;
  return {
    offerRecoveryCodes: async (input) => {
      const result = await run('offerRecoveryCodes', (action) =>
        offerRecoveryCodes(core, action, input),
      );
      if (result.ok) scheduleFollowUp();
      return result;
    },
    confirmRecoveryCodes: (input) =>
      run('confirmRecoveryCodes', (action) => confirmRecoveryCodes(core, action, input)),
    saveRecoveryCodes: (input) => saveRecoveryCodes(core, view, input),
    printRecoveryCodes: () => printRecoveryCodes(core, view),
  };
}

// English texts about the parts of this computer's device id that changed.
import { catalogue } from '../sentences.ts';

export const deviceChanges = catalogue({
  /** The names of these parts, joined into a list. */
  parts: {
    system: 'the installed operating system',
    board: 'the motherboard',
    processor: 'the processor',
    machine: "the computer's hardware ID",
  },
  /** The label of a list of parts. */
  fact: 'Changed',
  changed: 'Changed since your last sign-in here: {parts}.',
  /** Parts that identified this computer and are no longer readable. */
  missing: 'No longer found on this computer: {parts}.',
  added: 'New on this computer: {parts}.',
  none: 'Nothing on this computer has changed since your last sign-in here.',
  /** Shown to a signed-in user, whose last sign-in began the current session. */
  before: 'Changed since your previous sign-in: {parts}.',
});

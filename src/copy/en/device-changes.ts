// Sentences about what has changed on this computer.
import { catalogue } from '../sentences.ts';

export const deviceChanges = catalogue({
  /** Each stands in a list. */
  parts: {
    system: 'the installed operating system',
    board: 'the main board',
    processor: 'the processor',
    machine: "the computer's hardware id",
  },
  /** Above a list of parts. */
  fact: 'Changed',
  changed: 'Changed since your last sign-in here: {parts}.',
  /** What the account was bound by, and cannot be read here any more. */
  gone: 'No longer found on this computer: {parts}.',
  fresh: 'New on this computer: {parts}.',
  none: 'Nothing on this computer has changed since your last sign-in here.',
  /** Shown to a signed-in user, whose last sign-in is the current one. */
  before: 'Changed since your previous sign-in: {parts}.',
});

// The words for what of this computer has changed.
import { catalogue } from '../sentences.ts';

export const deviceChanges = catalogue({
  /** Each stands in a list. */
  parts: {
    system: 'the installed operating system',
    board: 'the main board',
    processor: 'the processor',
    machine: "the computer's own number",
  },
  /** Above a list of parts. */
  fact: 'Changed',
  changed: 'Since your last sign-in here, this has changed: {parts}.',
  /** What the account was bound by, and cannot be read here any more. */
  gone: 'This computer does not tell this any more: {parts}.',
  fresh: 'This computer tells this only now: {parts}.',
  none: 'Since your last sign-in here, this computer has not changed.',
  /** Said to who is signed in: the last sign-in is the one of today. */
  before: 'Since the sign-in before this one, this has changed: {parts}.',
});

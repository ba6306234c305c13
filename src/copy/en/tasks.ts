// English texts about long tasks: progress, and the question before cancelling.
import { catalogue } from '../sentences.ts';

export const task = catalogue({
  pause: 'Pause',
  resume: 'Resume',
  again: 'Try again',
  cancel: 'Cancel',
  keep: 'Keep going',
  /** The end of the question before cancelling a running task. */
  pauseInstead: 'To continue later, use Pause.',
  paused: 'Paused',
  /** Progress in bytes, such as "1.5 MB of 6 MB". */
  of: '{done} of {total}',
  /** {time}: such as "2 minutes", "20 seconds". */
  left: 'about {time} left',
  leftShort: 'a few seconds left',
  standsStill: 'waiting for data',
  /** Shown before the first byte. */
  begins: 'Getting ready',
  nothingYet: 'Not started yet',
});

export const taskKinds = catalogue({
  install: {
    doing: 'Installing {brand}',
    stop: 'Stop installing',
    stopTitle: 'Stop installing {brand}?',
    stopText: 'This deletes the download.',
  },
  update: {
    doing: 'Updating {brand}',
    stop: 'Stop updating',
    stopTitle: 'Stop updating {brand}?',
    stopText: 'This deletes the download, and you keep your version.',
  },
  repair: {
    doing: 'Repairing {brand}',
    stop: 'Stop repairing',
    stopTitle: 'Stop repairing {brand}?',
    stopText: 'It stays damaged until you repair it.',
  },
  move: {
    doing: 'Moving {brand}',
    stop: 'Stop moving',
    stopTitle: 'Stop moving {brand}?',
    stopText: 'It stays where it is. The copied files are deleted.',
  },
});

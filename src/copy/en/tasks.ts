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
  percent: '{percent}\u00a0%',
  stalled: 'waiting for data',
  /** Shown before the first byte. */
  begins: 'Getting ready',
  nothingYet: 'Not started yet',
});

export const taskKinds = catalogue({
  install: {
    doing: 'Installing {brand}',
    doingShort: 'Installing',
    doingVersion: 'Installing version {version}',
    stop: 'Stop installing',
    stopTitle: 'Stop installing {brand}?',
    stopText: 'This deletes the download.',
  },
  update: {
    doing: 'Updating {brand}',
    doingShort: 'Updating',
    doingVersion: 'Updating to version {version}',
    stop: 'Stop updating',
    stopTitle: 'Stop updating {brand}?',
    stopText: 'This deletes the download, and you keep your version.',
  },
  repair: {
    doing: 'Repairing {brand}',
    doingShort: 'Repairing',
    doingVersion: 'Repairing version {version}',
    stop: 'Stop repairing',
    stopTitle: 'Stop repairing {brand}?',
    stopText: 'It stays damaged until you repair it.',
  },
  move: {
    doing: 'Moving {brand}',
    doingShort: 'Moving',
    doingVersion: 'Moving version {version}',
    stop: 'Stop moving',
    stopTitle: 'Stop moving {brand}?',
    stopText: 'It stays where it is. The copied files are deleted.',
  },
});

// The words of long work: what is done, how far it is, and the question before it is thrown away.
import { catalogue } from '../sentences.ts';

export const task = catalogue({
  pause: 'Pause',
  resume: 'Resume',
  again: 'Try again',
  cancel: 'Cancel',
  keep: 'Keep going',
  paused: 'Paused',
  /** Sizes, such as "1.5 MB of 6 MB". */
  of: '{done} of {total}',
  /** {time}: "2 minutes", "20 seconds". */
  left: 'about {time} left',
  leftShort: 'a few seconds left',
  standsStill: 'waiting for data',
  /** Before the first byte of it. */
  begins: 'Getting ready',
  nothingYet: 'Nothing done yet',
});

export const taskKinds = catalogue({
  install: {
    doing: 'Installing {brand}',
    stop: 'Stop installing',
    stopTitle: 'Stop installing {brand}?',
    stopText: 'What has been downloaded so far is removed. To go on later, use Pause.',
  },
  update: {
    doing: 'Updating {brand}',
    stop: 'Stop updating',
    stopTitle: 'Stop updating {brand}?',
    stopText:
      'What has been downloaded so far is removed, and you keep the version you have. To go on later, use Pause.',
  },
  repair: {
    doing: 'Repairing {brand}',
    stop: 'Stop repairing',
    stopTitle: 'Stop repairing {brand}?',
    stopText: 'What is broken stays so until you repair it. To go on later, use Pause.',
  },
  move: {
    doing: 'Moving {brand}',
    stop: 'Stop moving',
    stopTitle: 'Stop moving {brand}?',
    stopText: 'It stays where it is, and what has been copied so far is removed.',
  },
});

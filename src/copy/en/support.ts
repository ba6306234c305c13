// The support code and what is copied with it; what is said when there is no loader behind the page, and when the page has
// broken down.
import { catalogue } from '../sentences.ts';

export const support = catalogue({
  details: 'Copy details',
  done: 'Copied',
  byHand: 'The system did not allow copying. The text is selected: press {keys}.',
  copyKeys: { mac: '⌘C', elsewhere: 'Ctrl+C' },
  code: 'Support code',
  /** Said where the code stands. */
  codeMeans: 'Name it when you ask {brand} for help.',
  /** What "Copy details" puts on the clipboard. {what}: a failure code or the name of a state. */
  copied: '{name} {version}\nLoader {loader}\nWhat: {what}\nSupport code: {code}\nTime: {time}',
});

export const plain = catalogue({
  noBridge: 'This page belongs to the loader',
  noBridgeText: 'Please close it and go on in the program itself.',
  thisProgram: 'this program',
  /** {text}: why the loader did not answer; {code}: the support code. */
  failed: '{text} ({code})',
  stopped: 'This window ran into a problem',
  stoppedText:
    'Restart it to go on. If the problem comes back, copy the details and send them to {brand}.',
  restart: 'Restart',
  code: 'Support code {code}. It marks this problem in the log that this program keeps on your computer.',
});

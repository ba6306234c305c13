// Sentences around the support code, and those of a window that has broken down or runs without the loader.
import { catalogue } from '../sentences.ts';

export const support = catalogue({
  details: 'Copy details',
  done: 'Copied',
  byHand: "Copying didn't work. The text is selected: press {keys}.",
  copyKeys: { mac: '⌘C', elsewhere: 'Ctrl+C' },
  code: 'Support code',
  /** Said where the code stands. */
  codeMeans: 'Quote this code when you contact {brand}.',
  /** What "Copy details" puts on the clipboard. {what}: a failure code or the name of a state. */
  copied: '{name} {version}\nLoader {loader}\nWhat: {what}\nSupport code: {code}\nTime: {time}',
});

export const plain = catalogue({
  noBridge: 'This page only works in the loader',
  noBridgeText: 'Close it and use the program instead.',
  thisProgram: 'this program',
  /** {text}: why the loader did not answer; {code}: the support code. */
  failed: '{text} ({code})',
  stopped: 'This window ran into a problem',
  stoppedText:
    'Restart it to continue. If it happens again, copy the details and send them to {brand}.',
  restart: 'Restart',
  code: 'Support code {code}. Quote it when you ask for help.',
});

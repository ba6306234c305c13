// English texts about the support code, a failed window, and a page outside the loader.
import { catalogue } from '../sentences.ts';

export const support = catalogue({
  details: 'Copy details',
  done: 'Copied',
  copyManually: "Copying didn't work. The text is selected: press {keys}.",
  copyKeys: { mac: '⌘C', elsewhere: 'Ctrl+C' },
  code: 'Support code',
  /** Shown beside the code. */
  codeMeans: 'Quote this code when you contact {brand}.',
  /** The commit of a build with changes that are not in the commit. */
  modifiedCommit: '{commit}, modified',
  /** The text for "Copy details". {what}: a failure code or the name of a state. */
  copied: '{name}\nLoader {loader}\nWhat: {what}\nSupport code: {code}\nTime: {time}',
});

export const plain = catalogue({
  noBridge: 'This page only works in the loader',
  noBridgeText: 'Close it and open the loader instead.',
  /** Used for {brand} if the brand is unknown. */
  maker: 'the maker of this loader',
  /** {text}: the failure that stopped the loader; {code}: the support code. */
  failed: '{text} ({code})',
  stopped: 'This window ran into a problem',
  stoppedText:
    'Restart it to continue. If it happens again, copy the details and send them to {brand}.',
  restart: 'Restart',
  code: 'Support code {code}. Quote it when you contact {brand}.',
});

// English texts about the result of a check.
import { catalogue } from '../sentences.ts';

/** {ago}: the age, such as "just now". */
export const checkResults = catalogue({
  ended: 'Checked {ago}: not renewed yet.',
  never: 'Checked {ago}: still not active.',
  paused: 'Checked {ago}: still paused.',
  off: 'Checked {ago}: still switched off.',
  update: 'Checked {ago}: this loader is still too old.',
  device: 'Checked {ago}: still linked to another computer.',
  unreachable: "Checked {ago}: the service still can't be reached.",
  unchanged: 'Checked {ago}: nothing has changed.',
  changed: 'Checked {ago}: everything is up to date.',
  /** Followed by what was found. */
  found: 'Checked {ago}.',
  foundSubscriptions: 'Your subscriptions have changed.',
  foundProgram: 'Version {version} is available.',
  foundLoader: 'Loader {version} is available.',
  back: "Checked {ago}: you're online again.",
  offline: "Checked {ago}: you're still offline.",
  session: 'Checked {ago}: you are signed in.',
});

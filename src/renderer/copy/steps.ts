// What the main process is doing, in words: shown when something takes longer than two seconds.
import { timeFrom } from './dates.ts';
import type { Step } from '../../shared/session.ts';

const table: Readonly<Record<Step, string>> = {
  'reading-device': 'Recognising this computer',
  connecting: 'Connecting to the service',
  'signing-in': 'Checking user name and password',
  'checking-code': 'Checking the code',
  redeeming: 'Redeeming the key',
  'checking-subscription': 'Looking up your subscriptions',
  'starting-app': 'Launching the program',
};

export function stepWords(step: Step | null): string {
  return step === null ? 'Waiting for the service' : table[step];
}

export const slowWords = 'This is taking longer than usual.';

export const waitingCopy = {
  cancel: 'Cancel',
  again: 'Try again in {time}',
  checking: 'Checking…',
  byItself: 'Tries again by itself in {time}.',
  byItselfNow: 'Trying again…',
} as const;

/** Said when a form is sent before its time. `until` is unix milliseconds. */
export function notYetWords(until: number): string {
  return `Nothing was sent: the service asks you to wait until ${timeFrom(until)}.`;
}

/** {ago}: "just now", or how long ago; {found}: one of the words below. */
export const checkedCopy = 'Checked {ago}: {found}.';

export const foundCopy = {
  ended: 'still ended',
  never: 'still not active',
  paused: 'still paused',
  off: 'still switched off',
  update: 'this version is still too old',
  device: 'still another computer',
  unreachable: 'still the same',
  unchanged: 'nothing has changed',
  changed: 'what you see is up to date',
  session: 'you are signed in',
} as const;

export const startingCopy = { title: 'Getting {name} ready…' } as const;

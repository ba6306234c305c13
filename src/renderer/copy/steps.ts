// What the main process is doing, in words: shown when something takes longer than two seconds.
import type { Step } from '../../shared/session.ts';

const table: Readonly<Record<Step, string>> = {
  'reading-device': 'Recognising this computer',
  connecting: 'Connecting to the service',
  'signing-in': 'Checking user name and password',
  'checking-code': 'Checking the code',
  redeeming: 'Adding the key',
  'checking-subscription': 'Looking up your subscriptions',
  'starting-app': 'Starting the program',
};

export function stepWords(step: Step | null): string {
  return step === null ? 'Waiting for the service' : table[step];
}

export const slowWords = 'This is taking longer than usual.';

export const waitingCopy = {
  cancel: 'Cancel',
  again: 'Try again in {time}',
  checking: 'Checking…',
} as const;

export const startingCopy = { title: 'Opening {name}…' } as const;

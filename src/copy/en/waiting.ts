// English texts about progress, and short forms of ages.
import { catalogue } from '../sentences.ts';

/** The current step of the main process, shown after two seconds. */
export const steps = catalogue({
  'reading-device': 'Recognising this computer…',
  connecting: 'Connecting to the service…',
  'signing-in': 'Checking user name and password…',
  'checking-key': 'Checking the key…',
  'creating-account': 'Creating your account…',
  'sending-mail': 'Sending the e-mail…',
  'changing-name': 'Changing your name…',
  'sending-request': 'Sending your request…',
  'preparing-two-factor': 'Creating a QR code…',
  'creating-recovery-codes': 'Creating recovery codes…',
  'proving-two-factor': 'Confirming the change…',
  'checking-code': 'Checking the code…',
  'removing-computer': 'Removing the computer…',
  'changing-password': 'Changing your password…',
  redeeming: 'Redeeming the key…',
  'checking-subscription': 'Checking your subscriptions…',
  'starting-app': 'Launching the program…',
  waiting: 'Waiting for the service…',
});

export const waiting = catalogue({
  slow: 'This is taking longer than usual.',
  cancel: 'Cancel',
  again: 'Try again in {time}',
  checking: 'Checking…',
  nextRetry: 'Trying again in {time}.',
  retryingNow: 'Trying again…',
  notYet: 'Too many attempts. Try again at {time}.',
  starting: 'Getting {name} ready…',
});

/** Short forms of times. Intl lacks some of them, and others are too long for the footer. */
export const times = catalogue({
  justNow: 'just now',
  secondsAgo: '{count} s ago',
  minutesAgo: '{count} min ago',
  hoursAgo: '{count} h ago',
  lessThanMinute: 'less than a minute',
  inLessThanMinute: 'in less than a minute',
});

// English texts of the sign-in form.
import { catalogue } from '../sentences.ts';

export const signIn = catalogue({
  title: 'Sign in',
  lead: 'to use {name}',
  username: 'User name',
  usernameMissing: 'Enter your user name.',
  passwordMissing: 'Enter your password.',
  submit: 'Sign in',
  busyLabel: 'Signing in…',
  haveKey: 'Have a license key?',
  /** {time}: such as "14 days". */
  trial: 'Try {time} free',
  toList: 'Saved accounts',
});

export const password = catalogue({ label: 'Password', show: 'Show password' });

export const remember = catalogue({
  label: 'Keep me signed in',
  storageHint: 'Saves your user name and password on this computer, encrypted.',
  /** {name}: the least recently used account. */
  full: 'You can save five accounts. This one replaces {name}.',
  impossible: {
    'no-key-store': "Not available: this system can't save accounts safely.",
    'plaintext-store': 'Not available: this system would save accounts unencrypted.',
    'data-folder': 'Not available: nothing can be saved on this computer.',
    preview: 'Not available in the preview.',
  },
});

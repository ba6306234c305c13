// The words of the sign-in form.
import { catalogue } from '../sentences.ts';

export const signIn = catalogue({
  title: 'Sign in',
  lead: 'to use {name}',
  username: 'User name',
  usernameMissing: 'Type your user name.',
  passwordMissing: 'Type your password.',
  submit: 'Sign in',
  verb: 'Signing in…',
  haveKey: 'I have a key',
  toList: 'Kept sign-ins',
});

export const password = catalogue({ label: 'Password', show: 'Show password' });

export const remember = catalogue({
  label: 'Keep me signed in',
  how: "Stores your user name and password, encrypted, in this computer's key store.",
  /** {name}: of the one that was used longest ago. */
  full: 'Five sign-ins are kept here at most: one more takes the place of {name}, used longest ago.',
  impossible: {
    'no-key-store': 'Not possible here: this system has no key store to hold a password safely.',
    'plaintext-store': "Not possible here: this system's key store would not encrypt the password.",
    'data-folder': "Not possible here: the folder for this program's data cannot be written.",
    preview: 'Not possible in the preview: a browser has no key store.',
  },
});

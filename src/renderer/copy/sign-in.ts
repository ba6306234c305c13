// The words of the sign-in form.
import type { RememberAbility } from '../../shared/session.ts';

export const signInCopy = {
  title: 'Sign in',
  lead: 'to use {name}',
  username: 'User name',
  usernameMissing: 'Type your user name.',
  passwordMissing: 'Type your password.',
  submit: 'Sign in',
  verb: 'Signing in…',
  redeem: 'Redeem a key',
} as const;

export const passwordCopy = { label: 'Password', show: 'Show password' } as const;

type Impossible = Extract<RememberAbility, { readonly possible: false }>['reason'];

export const rememberCopy = {
  label: 'Keep me signed in',
  how: "Stores your user name and password, encrypted, in this computer's key store.",
} as const;

export const rememberImpossible: Readonly<Record<Impossible, string>> = {
  'no-key-store': 'Not possible here: this system has no key store to hold a password safely.',
  'plaintext-store': "Not possible here: this system's key store would not encrypt the password.",
  'data-folder': "Not possible here: the folder for this program's data cannot be written.",
  preview: 'Not possible in the preview: a browser has no key store.',
};

// English: the sign-in, invitations, and the password before dangerous changes.
export const signIn = {
  title: 'Sign in to your desk',
  ended: 'Your session has ended. Sign in again.',
  ownerid: 'Owner ID',
  owneridHint: 'Ten letters or digits, from your invitation.',
  name: 'Name',
  submit: 'Sign in',
  busy: 'Signing in…',
  codeTitle: 'Enter your code',
  codeText: (name: string) => `${name}, open your authenticator app.`,
  code: 'One-time code or recovery code',
  continue: 'Continue',
  back: 'Back',
  show: 'Show password',
  hide: 'Hide password',
};

export const invitation = {
  title: 'Welcome',
  forApplication: (name: string, application: string) =>
    `${name}, you are invited to work on ${application}.`,
  forPerson: (name: string) => `${name}, choose your password.`,
  knownPassword: 'Enter your current password to join.',
  choose: 'Choose a password with at least 10 characters.',
  newPassword: 'New password',
  again: 'Repeat the password',
  different: 'The passwords differ.',
  join: 'Join',
  set: 'Set password',
  over: 'This invitation is no longer valid',
  overText: 'Invitations work once, within 24 hours. Ask for a new one.',
  toSignIn: 'Go to sign-in',
  done: 'Your password is set',
  doneText: (ownerid: string, name: string) =>
    `Sign in with the owner ID ${ownerid} and the name ${name}.`,
};

export const gate = {
  title: 'Enter your password again',
  text: 'This change is important, so we check that it is you.',
  confirm: 'Continue',
  wrong: 'This password is wrong.',
};

export const otherPerson = {
  title: 'You are signed in as someone else',
  text: (name: string) =>
    `In another tab, ${name} signed in. This page was loaded again. Nothing you did here since then was saved.`,
  ok: 'Continue',
};

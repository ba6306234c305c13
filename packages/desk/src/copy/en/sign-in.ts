// English: the sign-in, invitations, and the password before dangerous changes.
import { minPersonPasswordLength } from '@latchkey/protocol/limits.ts';

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
};

export const invitation = {
  title: 'Welcome',
  forApplication: (name: string, application: string) =>
    `${name}, you are invited to work on ${application}.`,
  forPerson: (name: string) => `${name}, choose your password.`,
  knownPassword: 'Enter the password that you already use under this owner ID.',
  /** Of a person whose name somebody else already uses. */
  notYours: (name: string) =>
    `${name} already has a password. If it isn't yours, ask for an invitation with another name.`,
  choose: `Choose a password with at least ${minPersonPasswordLength} characters.`,
  newPassword: 'New password',
  again: 'Repeat the password',
  different: 'The passwords differ.',
  join: 'Join',
  set: 'Set password',
  over: 'This invitation is no longer valid',
  overText: 'Invitations work once, within 24 hours. Ask for a new one.',
  toSignIn: 'Go to sign-in',
  done: 'Your password is set',
  joined: (application: string) => `You have joined ${application}`,
  doneText: (ownerid: string, name: string) =>
    `Sign in with the owner ID ${ownerid} and the name ${name}.`,
};

export const signInAgain = {
  title: 'Your session has ended',
  text: (name: string, ownerid: string) =>
    `Sign in as ${name} (owner ID ${ownerid}) to continue where you were.`,
};

export const leaving = {
  title: 'Leave without finishing?',
  text: 'What you started here is not saved.',
  stay: 'Stay',
  leave: 'Leave',
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

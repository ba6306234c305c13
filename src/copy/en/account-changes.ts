// English texts about a forgotten password and a changed user name.
import { catalogue } from '../sentences.ts';

export const forgot = catalogue({
  title: 'Forgot password',
  lead: "Enter your user name and e-mail address. You'll get a link for a new password.",
  usernameMissing: 'Enter your user name.',
  submit: 'Send link',
  busyLabel: 'Sending the link…',
  sentTitle: 'Check your e-mail',
  /** {name}: the user name. */
  sent: 'Open the link in the e-mail to choose a new password for {name}.',
  sentTo: 'E-mail address',
  sentAt: 'Requested',
  nothingReceived:
    'Nothing after ten minutes? Check your spam folder, send again, or contact {brand}.',
  signIn: 'Sign in',
  again: 'Send again',
});

export const newName = catalogue({
  title: 'Change user name',
  lead: 'Your user name is {name}.',
  label: 'New user name',
  missing: 'Enter a new user name.',
  same: "That's already your user name.",
  before:
    "Changing it signs you out. Your password stays the same. If this account is saved, you're signed in again automatically.",
  submit: 'Change name',
  busyLabel: 'Changing your name…',
});

/** Failures of requesting the link. The form for a lost key has the same. */
export const whileForgot = catalogue({
  timeout: {
    title: 'The service took too long to answer',
    text: 'Your e-mail may be on its way. Check your inbox before you try again.',
    brief: 'The service took too long to answer. Check your inbox before you try again.',
  },
  cancelled: {
    title: 'Stopped',
    text: 'Your e-mail may be on its way. Check your inbox before you try again.',
    brief: 'Stopped. Your e-mail may be on its way. Check your inbox before you try again.',
  },
});

/** Failures of requesting lost keys. */
export const whileLostKey = catalogue({
  'mail-unavailable': {
    title: "The service can't send e-mails",
    text: 'Contact {brand} to get your key.',
  },
});

// The words of a forgotten password and of another user name.
import { catalogue } from '../sentences.ts';

export const forgot = catalogue({
  title: 'A new password',
  lead: 'A mail with a link goes to the e-mail address that your account was created with.',
  usernameMissing: 'Type the user name of the account.',
  submit: 'Send mail',
  verb: 'Asking for the mail…',
  sentTitle: 'Look into your mailbox',
  /** {name} is the account. */
  sent: 'The service took the request for {name}. The mail has a link to a page where you choose a new password.',
  sentTo: 'E-mail address',
  sentAt: 'Asked for',
  none: 'No mail after ten minutes? Look into the spam folder. Then ask again, or get in touch with {brand}.',
  signIn: 'Sign in',
  again: 'Ask again',
});

export const newName = catalogue({
  title: 'Change user name',
  lead: 'You are {name} now.',
  label: 'New user name',
  missing: 'Type the new user name.',
  same: 'That is the name you have.',
  before:
    'Changing it signs you out. If you are kept signed in here, the new name signs in by itself; else you sign in with it and the password you have.',
  submit: 'Change name',
  verb: 'Changing your name…',
});

/** While a mail is asked for. */
export const whileForgot = catalogue({
  timeout: {
    title: 'No answer came in time',
    text: 'The mail may be on its way all the same. Look into your mailbox before you ask again.',
    brief: 'No answer came in time. Look into your mailbox before you ask again.',
  },
  cancelled: {
    title: 'Stopped',
    text: 'The mail may be on its way all the same. Look into your mailbox before you ask again.',
    brief: 'Stopped. Look into your mailbox before you ask again: the mail may be on its way.',
  },
});

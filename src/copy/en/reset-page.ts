// The service's page for a new password.
import { catalogue } from '../sentences.ts';

export const resetPage = catalogue({
  dead: {
    title: 'This link does not work any more',
    text: 'It works once and for an hour. Ask for another one in the program.',
  },
  busy: { title: 'Too much to do just now', text: 'Wait a minute, then load this page again.' },
  fault: { title: 'Something went wrong', text: 'Nothing has changed. Try again later.' },
  changed: {
    title: 'Your password has been changed',
    text: 'You can sign in with it in the program now. Wherever you were signed in, you are not any more.',
  },
  title: 'A new password for {name}',
  password: 'New password',
  again: 'The same again',
  submit: 'Change password',
  differ: 'The two passwords differ.',
  /** {most}: how many characters are allowed. */
  rule: 'A password has 1 to {most} characters, none of them a control character.',
});

export type ResetPageCopy = typeof resetPage;

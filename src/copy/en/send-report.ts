// What a user is asked and told who sends a support code to the brand.
import { catalogue } from '../sentences.ts';

export const sendReport = catalogue({
  ask: 'Send this to {brand}',
  title: 'Send this to {brand}?',
  text: 'This line goes out, word for word, and nothing else of this computer:',
  noted:
    'With it, the service notes the time, your IP and, while you are signed in, your user name.',
  send: 'Send',
  sending: 'Sending…',
  notNow: 'Not now',
  /** {date}: when it was sent. */
  sent: 'Sent to {brand} on {date}.',
  sentBefore: 'It was sent to {brand} before, on {date}.',
});
